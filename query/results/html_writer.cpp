// Answers as a page for browsers: a table of the solutions or triples, the word of a boolean. IRIs of the web are
// links.

#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/detail/xml_text.hpp"
#include "query/results/html_page.hpp"

namespace quadrille::results {

namespace {

constexpr std::string_view kPageStart = R"html(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Quadrille</title>
<style>
  body { font: 16px/1.5 sans-serif; max-width: 80em; margin: 1em auto; padding: 0 1em; }
  h1 a { color: inherit; text-decoration: none; }
  textarea { width: 100%; box-sizing: border-box; font: 14px/1.4 monospace; }
  code, pre { background: #eee; padding: 0 .2em; }
  pre { overflow-x: auto; padding: .5em; }
  pre code { padding: 0; }
  table { border-collapse: collapse; }
  th, td { border: 1px solid #ccc; padding: .2em .5em; text-align: left; vertical-align: top; }
  td { white-space: pre-wrap; overflow-wrap: anywhere; }
  th { background: #eee; position: sticky; top: 0; }
  small { color: #666; }
  tbody:empty::after { content: "No results."; }
</style>
)html";

// Other schemes, such as javascript: and data:, must not be links.
bool is_of_the_web(std::string_view iri) {
  return iri.starts_with("http://") || iri.starts_with("https://");
}

void append_reference(std::string& out, std::string_view iri) {
  if (!is_of_the_web(iri)) return append_html(out, iri);
  out += "<a rel=\"noreferrer\" href=\"";
  append_html(out, iri);
  out += "\">";
  append_html(out, iri);
  out += "</a>";
}

void append_small(std::string& out, std::string_view mark, std::string_view text) {
  out += " <small>";
  out += mark;
  append_html(out, text);
  out += "</small>";
}

void append_html_literal(std::string& out, const TermView& term) {
  append_html(out, term.text);
  if (!term.language.empty()) return append_small(out, "@", term.language);
  if (term.datatype == iri::kXsdString) return;
  const bool is_short = term.datatype.starts_with(iri::kXsd);
  append_small(out, is_short ? "xsd:" : "", term.datatype.substr(is_short ? iri::kXsd.size() : 0));
}

void append_html_term(std::string& out, const TermView& term) {
  switch (term.kind) {
    case TermKind::iri:
      return append_reference(out, term.text);
    case TermKind::blank:
      out += "_:";
      return append_html(out, term.text);
    case TermKind::literal:
      return append_html_literal(out, term);
    case TermKind::triple:
      return append_html(out, term.text);
  }
}

}  // namespace

std::string_view html_opening() {
  return kPageStart;
}

void append_html(std::string& out, std::string_view text) {
  append_xml_content(out, text);
}

std::unique_ptr<TextRows> make_html_rows(const Variables& variables) {
  RowFrame frame{.closing = "</tbody></table>\n</html>\n",
                 .row_open = "<tr><td>",
                 .row_close = "</td></tr>\n",
                 .separator = "</td><td>"};
  frame.opening = std::string(kPageStart) + "<table><thead><tr>";
  for (const std::string& variable : variables) {
    frame.opening += "<th>";
    append_html(frame.opening, variable);
    frame.opening += "</th>";
  }
  frame.opening += "</tr></thead>\n<tbody>";
  // There is no form for all IRIs: some are links.
  return make_framed_rows({append_html_term, {}, {"", "", special_in_xml()}}, variables.size(), std::move(frame));
}

void append_html_boolean(bool value, std::string& out) {
  out += kPageStart;
  out += value ? "<p><b>true</b></p>\n</html>\n" : "<p><b>false</b></p>\n</html>\n";
}

}  // namespace quadrille::results
