// SPARQL 1.1 Query Results CSV Format (text/csv): values without their syntax, quoted as RFC 4180 wants, CRLF lines.

#include "base/assert.hpp"
#include "query/results/byte_set.hpp"
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

class CsvWriter : public ResultWriter {
 public:
  explicit CsvWriter(Variables variables) : variables_(std::move(variables)) {}

  void begin(std::string& out) const override {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      if (i > 0) out += ',';
      append_field(out, variables_[i]);
    }
    out += "\r\n";
  }

  void rows(std::span<const Cell> cells, std::size_t row_count, std::string& out) override {
    const std::size_t width = variables_.size();
    QUADRILLE_ASSERT(cells.size() == row_count * width, "rows have a cell for every variable");
    for (std::size_t row = 0; row < row_count; ++row) {
      for (std::size_t i = 0; i < width; ++i) {
        if (i > 0) out += ',';
        if (const Cell& cell = cells[row * width + i]) append_csv_term(out, *cell);
      }
      out += "\r\n";
    }
  }

  void end(std::string&) const override {}

 private:
  Variables variables_;
};

class CsvSyntax final : public TermSyntax {
 public:
  CsvSyntax() : TermSyntax({"", "", kNeedsQuotes}, {"", "", kNeedsQuotes}) {}
  void append(const TermView& term, std::string& out) const override { append_csv_term(out, term); }
};

}  // namespace

std::unique_ptr<TextRows> make_csv_rows(const Variables& variables) {
  RowFrame frame{.row_close = "\r\n", .separator = ","};
  frame.open.resize(variables.size());
  frame.close.resize(variables.size());
  return make_framed_rows(std::make_unique<CsvSyntax>(), std::move(frame));
}

std::unique_ptr<ResultWriter> make_csv_writer(Variables variables) {
  return std::make_unique<CsvWriter>(std::move(variables));
}

}  // namespace quadrille::results
