// RDF 1.2 XML Syntax (application/rdf+xml): a description a subject and its neighbours.
//
//   <rdf:Description rdf:about="http://a/x">
//     <ex:knows rdf:resource="http://a/y"/>
//   </rdf:Description>
//   <rdf:Description rdf:about="http://a/r" rdf:version="1.2">
//     <rdf:reifies rdf:parseType="Triple"><rdf:Description rdf:about="http://a/x"> ... </rdf:reifies>
//   </rdf:Description>
//
// A description whose triples need RDF 1.2 has the version. A term that cannot be written makes an error that names its
// triple: term texts of refused terms (detail/xml_refusal.hpp) are found when their row is written.

#include <array>

#include "base/error.hpp"
#include "base/triple_term.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/detail/xml_names.hpp"
#include "query/results/detail/xml_refusal.hpp"
#include "query/results/detail/xml_text.hpp"

namespace quadrille::results {

namespace {

constexpr std::string_view kBeforeName = "</";  // at the end of an object that needs the name of its element again
// The beginnings of objects that need RDF 1.2.
constexpr std::string_view kTripleBegin = " rdf:parseType=\"Triple\"";
constexpr std::string_view kDirectionBegin =
    " xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\" its:dir=";

bool needs_version(std::string_view object) {
  return object.starts_with(kTripleBegin) || object.starts_with(kDirectionBegin);
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  out.append(" ").append(name).append("=\"");
  append_xml_attribute(out, value, BeyondXml::refused);
  out += '"';
}

void append_node(std::string& out, std::string_view of_iri, const TermView& node) {
  if (node.kind == TermKind::iri) return append_attribute(out, of_iri, node.text);
  out += " rdf:nodeID=\"";
  append_xml_label(out, node.text);
  out += '"';
}

void append_subject(std::string& out, const TermView& subject) {
  append_node(out, "rdf:about", subject);
}

// The attributes and the content of a literal's element.
void append_literal(std::string& out, const TermView& literal) {
  if (const std::string_view direction = direction_of(literal.language); !direction.empty()) {
    out.append(kDirectionBegin).append("\"").append(direction).append("\"");
  }
  if (!literal.language.empty()) {
    append_attribute(out, "xml:lang", language_tag(literal.language));
  } else if (literal.datatype != iri::kXsdString) {
    append_attribute(out, "rdf:datatype", literal.datatype);
  }
  out += '>';
  append_xml_content(out, literal.text, BeyondXml::refused);
  out += kBeforeName;
}

class RdfXmlRows final : public TextRows {
 public:
  explicit RdfXmlRows(std::vector<Prefix> prefixes) : names_(std::move(prefixes)) {}

  std::string opening() const override {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF";
    for (const auto& [prefix, iri] : names_.declared()) append_attribute(text, "xmlns:" + prefix, iri);
    return text + ">\n";
  }
  std::string closing() const override { return "</rdf:RDF>\n"; }

  const TermSyntax& syntax(std::size_t column) const override { return syntaxes_[column]; }
  std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last, std::size_t most_bytes,
                    TextBuffer& out) const override {
    std::size_t row = first;
    bool has_version = false;  // the open description
    for (; row < last && (row == first || out.size() < most_bytes); ++row) {
      const std::string_view subject = columns[0][row], predicate = columns[1][row], object = columns[2][row];
      check_row(subject, predicate, object);
      const bool needs_it = needs_version(object);
      if (row == first || subject != columns[0][row - 1] || (needs_it && !has_version)) {
        if (row > first) out.append("</rdf:Description>\n");
        out.append("<rdf:Description");
        out.append_wide(subject);
        out.append(needs_it ? " rdf:version=\"1.2\">\n" : ">\n");
        has_version = needs_it;
      }
      out.append("  <");
      out.append_wide(predicate);
      out.append_wide(object);
      if (object.ends_with(kBeforeName)) out.append(predicate.substr(0, predicate.find(' ')));
      out.append(">\n");
    }
    if (row > first) out.append("</rdf:Description>\n");
    return row;
  }

 private:
  // The name of an element and its declarations.
  void append_predicate(std::string& out, const TermView& predicate) const {
    const ElementName name = names_.name_of(predicate.text);
    out.append(name.prefix).append(":").append(name.local);
    if (!name.declaration.empty()) append_attribute(out, "xmlns:p", name.declaration);
  }

  // The rest of the element's tag; for a literal or a triple term also its content.
  void append_object(std::string& out, const TermView& object) const {
    switch (object.kind) {
      case TermKind::literal:
        return append_literal(out, object);
      case TermKind::triple:
        return append_triple(out, object);
      default:
        append_node(out, "rdf:resource", object);
        out += '/';
    }
  }

  void append_triple(std::string& out, const TermView& triple) const {
    const TripleParts parts(triple.text);
    out.append(kTripleBegin).append("><rdf:Description");
    append_subject(out, parts.subject());
    out += "><";
    const std::size_t name = out.size();
    append_predicate(out, parts.predicate());
    const std::size_t name_bytes = std::min(out.find(' ', name), out.size()) - name;
    append_object(out, parts.object());
    if (out.ends_with(kBeforeName)) out.append(out, name, name_bytes);
    out.append("></rdf:Description>").append(kBeforeName);
  }

  const XmlNames names_;
  const std::array<TermSyntax, 3> syntaxes_{
      TermSyntax(or_refusal(append_subject)),
      TermSyntax(or_refusal([this](std::string& out, const TermView& term) { append_predicate(out, term); })),
      TermSyntax(or_refusal([this](std::string& out, const TermView& term) { append_object(out, term); }))};
};

}  // namespace

std::unique_ptr<TextRows> make_rdfxml_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<RdfXmlRows>(std::move(prefixes));
}

}  // namespace quadrille::results
