// SPARQL 1.2 Query Results JSON Format (application/sparql-results+json).

#include <fmt/format.h>

#include <iterator>

#include "base/byte_set.hpp"
#include "base/triple_term.hpp"
#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"

namespace quadrille::results {

namespace {

constexpr ByteSet kNotInJsonStrings("\"\\", 0x00, 0x1f);  // RFC 8259, 7

std::size_t append_escape(std::string& out, std::string_view rest) {
  constexpr std::string_view kEscaped = "\"\\\n\r\t", kLetters = "\"\\nrt";
  if (const std::size_t place = kEscaped.find(rest[0]); place != kEscaped.npos) {
    out += {'\\', kLetters[place]};
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(rest[0]));
  }
  return 1;
}

void append_text(std::string& out, std::string_view text) {
  append_escaped(out, text, kNotInJsonStrings, append_escape);
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  append_text(out, text);
  out += '"';
}

void append_json_term(std::string& out, const TermView& term);

// {"subject": {...}, "predicate": {...}, "object": {...}} and the closing brace of the term.
void append_json_triple(std::string& out, const TermView& term) {
  const TripleParts parts(term.text);
  out += "\"triple\",\"value\":{\"subject\":{\"type\":";
  append_json_term(out, parts.subject());
  out += ",\"predicate\":{\"type\":";
  append_json_term(out, parts.predicate());
  out += ",\"object\":{\"type\":";
  append_json_term(out, parts.object());
  out += "}}";
}

// Appends the part from after `"type":` to the closing brace of the term's object.
void append_json_term(std::string& out, const TermView& term) {
  switch (term.kind) {
    case TermKind::iri:
      out += "\"uri\",\"value\":\"";
      break;
    case TermKind::blank:
      out += "\"bnode\",\"value\":\"";
      break;
    case TermKind::literal:
      out += "\"literal\",\"value\":\"";
      break;
    case TermKind::triple:
      return append_json_triple(out, term);
  }
  append_text(out, term.text);
  if (!term.language.empty()) {
    out += "\",\"xml:lang\":\"";
    append_text(out, language_tag(term.language));
    if (const std::string_view direction = direction_of(term.language); !direction.empty()) {
      out += "\",\"its:dir\":\"";
      out += direction;
    }
  } else if (term.kind == TermKind::literal && term.datatype != iri::kXsdString) {
    out += "\",\"datatype\":\"";
    append_text(out, term.datatype);
  }
  out += "\"}";
}

}  // namespace

std::unique_ptr<TextRows> make_json_rows(const Variables& variables) {
  RowFrame frame{.closing = "\n]}}\n",
                 .row_open = ",\n{",
                 .row_close = "}",
                 .separator = ",",
                 .between_bound = true,
                 .separator_bytes = 1};
  std::string names;
  for (const std::string& variable : variables) {
    std::string name;
    append_string(name, variable);
    names += (names.empty() ? "" : ",") + name;
    frame.open.push_back(name + ":{\"type\":");
  }
  frame.opening = "{\"head\":{\"vars\":[" + names + "]},\"results\":{\"bindings\":[";
  return make_framed_rows({append_json_term,
                           {"\"uri\",\"value\":\"", "\"}", kNotInJsonStrings},
                           {"\"literal\",\"value\":\"", "\"}", kNotInJsonStrings}},
                          variables.size(), std::move(frame));
}

void append_json_boolean(bool value, std::string& out) {
  out += "{\"head\":{},\"boolean\":";
  out += value ? "true}\n" : "false}\n";
}

}  // namespace quadrille::results
