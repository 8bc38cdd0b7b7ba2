// SPARQL Query Results XML Format (application/sparql-results+xml).

#include "base/triple_term.hpp"
#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/detail/xml_text.hpp"

namespace quadrille::results {

namespace {

void append_element(std::string& out, std::string_view name, std::string_view text) {
  out += '<';
  out += name;
  out += '>';
  append_xml_content(out, text);
  out += "</";
  out += name;
  out += '>';
}

void append_xml_literal(std::string& out, const TermView& term) {
  if (!term.language.empty()) {
    out += "<literal xml:lang=\"";
    append_xml_attribute(out, language_tag(term.language));
    if (const std::string_view direction = direction_of(term.language); !direction.empty()) {
      out += "\" its:dir=\"";
      out += direction;
      out += "\" its:version=\"2.0\" xmlns:its=\"http://www.w3.org/2005/11/its";
    }
    out += "\">";
  } else if (term.datatype != iri::kXsdString) {
    out += "<literal datatype=\"";
    append_xml_attribute(out, term.datatype);
    out += "\">";
  } else {
    out += "<literal>";
  }
  append_xml_content(out, term.text);
  out += "</literal>";
}

void append_xml_term(std::string& out, const TermView& term);

void append_xml_triple(std::string& out, const TermView& term) {
  const TripleParts parts(term.text);
  out += "<triple><subject>";
  append_xml_term(out, parts.subject());
  out += "</subject><predicate>";
  append_xml_term(out, parts.predicate());
  out += "</predicate><object>";
  append_xml_term(out, parts.object());
  out += "</object></triple>";
}

void append_xml_term(std::string& out, const TermView& term) {
  switch (term.kind) {
    case TermKind::iri:
      return append_element(out, "uri", term.text);
    case TermKind::blank:
      return append_element(out, "bnode", term.text);
    case TermKind::literal:
      return append_xml_literal(out, term);
    case TermKind::triple:
      return append_xml_triple(out, term);
  }
}

constexpr std::string_view kOpening =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sparql xmlns=\"http://www.w3.org/2005/sparql-results#\">\n";

}  // namespace

std::unique_ptr<TextRows> make_xml_rows(const Variables& variables) {
  RowFrame frame{.closing = "</results>\n</sparql>\n", .row_open = "<result>", .row_close = "</result>\n"};
  frame.opening = std::string(kOpening) + "<head>";
  for (const std::string& variable : variables) {
    std::string name;
    append_xml_attribute(name, variable);
    frame.opening += "<variable name=\"" + name + "\"/>";
    frame.open.push_back("<binding name=\"" + name + "\">");
  }
  frame.opening += "</head>\n<results>\n";
  frame.close.assign(variables.size(), "</binding>");
  return make_framed_rows(
      {append_xml_term, {"<uri>", "</uri>", special_in_xml()}, {"<literal>", "</literal>", special_in_xml()}},
      variables.size(), std::move(frame));
}

void append_xml_boolean(bool value, std::string& out) {
  out += kOpening;
  out += "<head></head>\n<boolean>";
  out += value ? "true" : "false";
  out += "</boolean>\n</sparql>\n";
}

}  // namespace quadrille::results
