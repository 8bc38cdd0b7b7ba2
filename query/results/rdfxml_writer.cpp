// RDF 1.1 XML Syntax (application/rdf+xml): a description a subject and its neighbours.
//
//   <rdf:Description rdf:about="http://a/x">
//     <p:knows xmlns:p="http://a/" rdf:resource="http://a/y"/>
//   </rdf:Description>
//
// A predicate is cut where its local name is longest as an XML name (Namespaces in XML 1.0, NCName) of ASCII letters:
// what stands before goes to the namespace, which holds any character.

#include "base/error.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/detail/xml_text.hpp"

namespace quadrille::results {

namespace {

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
    fail(ErrorKind::user, "the predicate <{}> does not end in a name of XML, so RDF/XML cannot hold it; ask for Turtle",
         iri);
  }
  return begin;
}

class RdfXmlWriter : public GraphWriter {
 public:
  void begin(std::string& out) const override {
    out +=
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n";
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

  static void append_property(std::string& out, const TripleView& triple) {
    const std::string_view predicate = triple.predicate.text;
    const std::size_t cut = begin_of_local_name(predicate);
    const std::string_view local = predicate.substr(cut);
    out += "  <p:";
    out += local;
    append_attribute(out, "xmlns:p", predicate.substr(0, cut));
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
    out += "</p:";
    out += local;
    out += ">\n";
  }
};

}  // namespace

std::unique_ptr<GraphWriter> make_rdfxml_writer() {
  return std::make_unique<RdfXmlWriter>();
}

}  // namespace quadrille::results
