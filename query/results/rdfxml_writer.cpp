// RDF 1.1 XML Syntax (application/rdf+xml): a description a subject and its neighbours.
//
//   <rdf:Description rdf:about="http://a/x">
//     <ex:knows rdf:resource="http://a/y"/>
//   </rdf:Description>
//
// A predicate of a namespace that the answer declares has its prefix; else one of its own, <p:knows
// xmlns:p="http://a/">. It is cut where its local name is longest as an XML name (Namespaces in XML 1.0, NCName) of
// ASCII letters: the rest before it belongs to the namespace, which may have any character.

#include <algorithm>
#include <array>

#include "base/error.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/detail/xml_text.hpp"
#include "query/results/name_spaces.hpp"

namespace quadrille::results {

namespace {

const Prefix kRdf = {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"};

bool is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool may_be_in_name(unsigned char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

std::size_t begin_of_local_name(std::string_view iri) {
  std::size_t at = iri.size(), begin = iri.size();
  while (at > 0 && may_be_in_name(static_cast<unsigned char>(iri[at - 1]))) {
    --at;
    if (is_letter(static_cast<unsigned char>(iri[at]))) begin = at;
  }
  if (begin == iri.size() || begin == 0) {
    fail(ErrorKind::user,
         "the predicate <{}> does not end in an XML name, so RDF/XML cannot express it; request Turtle", iri);
  }
  return begin;
}

bool is_local_name(std::string_view name) {
  return !name.empty() && is_letter(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), [](char c) { return may_be_in_name(static_cast<unsigned char>(c)); });
}

// Prefixes that begin with xml are reserved, and rdf has its meaning here; a namespace is written as an attribute,
// which cannot hold control characters: those of ASCII are taken.
bool can_be_declared(const Prefix& one) {
  const auto& [prefix, iri] = one;
  const auto is_lower = [](char c, char lower) { return (c | 0x20) == lower; };
  const bool is_reserved =
      prefix.size() >= 3 && is_lower(prefix[0], 'x') && is_lower(prefix[1], 'm') && is_lower(prefix[2], 'l');
  const bool is_reserved_space =
      iri == "http://www.w3.org/2000/xmlns/" || iri == "http://www.w3.org/XML/1998/namespace";
  return is_local_name(prefix) && !is_reserved && !is_reserved_space && prefix != kRdf.first &&
         std::all_of(iri.begin(), iri.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

// rdf, which every document needs, and the others that XML can declare.
std::vector<Prefix> xml_prefixes(std::vector<Prefix> prefixes) {
  std::erase_if(prefixes, [](const Prefix& one) { return !can_be_declared(one); });
  prefixes.insert(prefixes.begin(), kRdf);
  return prefixes;
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  out += ' ';
  out += name;
  out += "=\"";
  append_xml_attribute(out, value);
  out += '"';
}

void append_node(std::string& out, std::string_view of_iri, const TermView& node) {
  append_attribute(out, node.kind == TermKind::iri ? of_iri : "rdf:nodeID", node.text);
}

void append_subject(std::string& out, const TermView& subject) {
  append_node(out, "rdf:about", subject);
}

constexpr std::string_view kBeforeName = "</";  // at the end of an object that needs the name of its element again

// The rest of the element's tag; for a literal also its content.
void append_object(std::string& out, const TermView& object) {
  if (object.kind != TermKind::literal) {
    append_node(out, "rdf:resource", object);
    out += '/';
    return;
  }
  if (!object.language.empty()) {
    append_attribute(out, "xml:lang", object.language);
  } else if (object.datatype != iri::kXsdString) {
    append_attribute(out, "rdf:datatype", object.datatype);
  }
  out += '>';
  append_xml_content(out, object.text);
  out += kBeforeName;
}

class RdfXmlRows final : public TextRows {
 public:
  explicit RdfXmlRows(std::vector<Prefix> prefixes) : names_(xml_prefixes(std::move(prefixes))) {}

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
    for (; row < last && (row == first || out.size() < most_bytes); ++row) {
      const std::string_view predicate = columns[1][row], object = columns[2][row];
      if (row == first || columns[0][row] != columns[0][row - 1]) {
        if (row > first) out.append("</rdf:Description>\n");
        out.append("<rdf:Description");
        out.append_wide(columns[0][row]);
        out.append(">\n");
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
  void append_predicate(std::string& out, std::string_view predicate) const {
    const auto name = names_.shortened(predicate, is_local_name);
    const std::size_t cut = name ? 0 : begin_of_local_name(predicate);
    out += name ? name->prefix : "p";
    out += ':';
    out += name ? name->local : predicate.substr(cut);
    if (!name) append_attribute(out, "xmlns:p", predicate.substr(0, cut));
  }

  const NameSpaces names_;
  const std::array<TermSyntax, 3> syntaxes_{
      TermSyntax(append_subject),
      TermSyntax([this](std::string& out, const TermView& predicate) { append_predicate(out, predicate.text); }),
      TermSyntax(append_object)};
};

}  // namespace

std::unique_ptr<TextRows> make_rdfxml_rows(std::vector<Prefix> prefixes) {
  return std::make_unique<RdfXmlRows>(std::move(prefixes));
}

}  // namespace quadrille::results
