// SPARQL 1.1 Query Results TSV Format (text/tab-separated-values): terms as in Turtle, numbers bare where they can be.

#include "base/assert.hpp"
#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

void append_tsv_term(std::string& out, const TermView& term) {
  if (is_bare_number(term)) {
    out += term.text;
  } else {
    append_long_form(out, term);
  }
}

class TsvWriter : public ResultWriter {
 public:
  explicit TsvWriter(Variables variables) : variables_(std::move(variables)) {}

  void begin(std::string& out) const override {
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      out += i > 0 ? "\t?" : "?";
      out += variables_[i];
    }
    out += '\n';
  }

  void rows(std::span<const Cell> cells, std::size_t row_count, std::string& out) override {
    const std::size_t width = variables_.size();
    QUADRILLE_ASSERT(cells.size() == row_count * width, "rows have a cell for every variable");
    for (std::size_t row = 0; row < row_count; ++row) {
      for (std::size_t i = 0; i < width; ++i) {
        if (i > 0) out += '\t';
        if (const Cell& cell = cells[row * width + i]) append_tsv_term(out, *cell);
      }
      out += '\n';
    }
  }

  void end(std::string&) const override {}

 private:
  Variables variables_;
};

class TsvSyntax final : public TermSyntax {
 public:
  TsvSyntax() : TermSyntax(plain_iri(), plain_string()) {}
  void append(const TermView& term, std::string& out) const override { append_tsv_term(out, term); }
};

}  // namespace

std::unique_ptr<TextRows> make_tsv_rows(const Variables& variables) {
  RowFrame frame{.row_close = "\n", .separator = "\t"};
  frame.open.resize(variables.size());
  frame.close.resize(variables.size());
  return make_framed_rows(std::make_unique<TsvSyntax>(), std::move(frame));
}

std::unique_ptr<ResultWriter> make_tsv_writer(Variables variables) {
  return std::make_unique<TsvWriter>(std::move(variables));
}

}  // namespace quadrille::results
