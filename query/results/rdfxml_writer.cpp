// RDF 1.1 XML Syntax (application/rdf+xml): a description a subject and its neighbours.
//
//   <rdf:Description rdf:about="http://a/x">
//     <ex:knows rdf:resource="http://a/y"/>
//   </rdf:Description>
//
// A predicate of a namespace that the answer declares has its prefix; else one of its own, <p:knows
// xmlns:p="http://a/">. It is cut where its local name is longest as an XML name (Namespaces in XML 1.0, NCName) of
// ASCII letters: what stands before goes to the namespace, which holds any character.

#include <algorithm>

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

class RdfXmlWriter : public GraphWriter {
 public:
  explicit RdfXmlWriter(std::vector<Prefix> prefixes) : names_(xml_prefixes(std::move(prefixes))) {}

  void begin(std::string& out) const override {
    out += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rdf:RDF";
    for (const auto& [prefix, iri] : names_.declared()) append_attribute(out, "xmlns:" + prefix, iri);
    out += ">\n";
  }

  void triples(std::span<const TripleView> triples, std::string& out) override {
    const TermView* subject = nullptr;
    for (const TripleView& triple : triples) {
      if (!subject || *subject != triple.subject) {
        if (subject) out += kEnd;
        append_node(out, "<rdf:Description", "rdf:about", triple.subject);
        out += ">\n";
        subject = &triple.subject;
      }
      append_property(out, triple);
    }
    if (subject) out += kEnd;
  }

  void end(std::string& out) const override { out += "</rdf:RDF>\n"; }

 private:
  static constexpr std::string_view kEnd = "</rdf:Description>\n";

  static void append_node(std::string& out, std::string_view opening, std::string_view of_iri, const TermView& node) {
    out += opening;
    append_attribute(out, node.kind == TermKind::iri ? of_iri : "rdf:nodeID", node.text);
  }

  static void append_attribute(std::string& out, std::string_view name, std::string_view value) {
    out += ' ';
    out += name;
    out += "=\"";
    append_xml_attribute(out, value);
    out += '"';
  }

  // Appends the name of an element and its declarations.
  void append_element(std::string& out, std::string_view predicate) const {
    if (const auto name = names_.shortened(predicate, is_local_name)) {
      append_name(out, *name);
      return;
    }
    const std::size_t cut = begin_of_local_name(predicate);
    append_name(out, {"p", predicate.substr(cut)});
    append_attribute(out, "xmlns:p", predicate.substr(0, cut));
  }
  void append_end(std::string& out, std::string_view predicate) const {
    const auto name = names_.shortened(predicate, is_local_name);
    append_name(out, name ? *name : NameSpaces::Name{"p", predicate.substr(begin_of_local_name(predicate))});
  }
  static void append_name(std::string& out, const NameSpaces::Name& name) {
    out += name.prefix;
    out += ':';
    out += name.local;
  }

  void append_property(std::string& out, const TripleView& triple) const {
    out += "  <";
    append_element(out, triple.predicate.text);
    if (triple.object.kind != TermKind::literal) {
      append_node(out, "", "rdf:resource", triple.object);
      out += "/>\n";
      return;
    }
    if (!triple.object.language.empty()) {
      append_attribute(out, "xml:lang", triple.object.language);
    } else if (triple.object.datatype != iri::kXsdString) {
      append_attribute(out, "rdf:datatype", triple.object.datatype);
    }
    out += '>';
    append_xml_content(out, triple.object.text);
    out += "</";
    append_end(out, triple.predicate.text);
    out += ">\n";
  }

  const NameSpaces names_;
};

}  // namespace

std::unique_ptr<GraphWriter> make_rdfxml_writer(std::vector<Prefix> prefixes) {
  return std::make_unique<RdfXmlWriter>(std::move(prefixes));
}

}  // namespace quadrille::results
