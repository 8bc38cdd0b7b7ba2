// SPARQL 1.1 Query Results CSV Format (text/csv): values without their syntax, quoted as RFC 4180 wants, CRLF lines.

#include "base/byte_set.hpp"
#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"

namespace quadrille::results {

namespace {

constexpr ByteSet kNeedsQuotes("\",\r\n");
constexpr ByteSet kQuote("\"");

void append_field(std::string& out, std::string_view text) {
  if (kNeedsQuotes.find(text) == text.size()) {
    out += text;
    return;
  }
  out += '"';
  append_escaped(out, text, kQuote, [](std::string& to, std::string_view) {
    to += "\"\"";
    return std::size_t{1};
  });
  out += '"';
}

void append_csv_term(std::string& out, const TermView& term) {
  if (term.kind == TermKind::blank) out += "_:";
  append_field(out, term.text);
}

}  // namespace

std::unique_ptr<TextRows> make_csv_rows(const Variables& variables) {
  RowFrame frame{.row_close = "\r\n", .separator = ","};
  for (const std::string& variable : variables) {
    if (!frame.opening.empty()) frame.opening += ',';
    append_field(frame.opening, variable);
  }
  frame.opening += "\r\n";
  return make_framed_rows({append_csv_term, {"", "", kNeedsQuotes}, {"", "", kNeedsQuotes}}, variables.size(),
                          std::move(frame));
}

}  // namespace quadrille::results
