// SPARQL 1.1 Query Results TSV Format (text/tab-separated-values): terms as in Turtle, numbers bare where they can be.

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

}  // namespace

std::unique_ptr<TextRows> make_tsv_rows(const Variables& variables) {
  RowFrame frame{.row_close = "\n", .separator = "\t"};
  for (const std::string& variable : variables) frame.opening += (frame.opening.empty() ? "?" : "\t?") + variable;
  frame.opening += '\n';
  return make_framed_rows({append_tsv_term, plain_iri(), plain_string()}, variables.size(), std::move(frame));
}

}  // namespace quadrille::results
