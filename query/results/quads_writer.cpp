// RDF 1.2 N-Triples (application/n-triples) and N-Quads (application/n-quads) in their canonical forms: lines of
// subject, predicate, object, and graph. Canonical documents do not announce a version (RDF 1.2 N-Triples, 4).

#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

// Terms that are each followed by a blank, and a full stop at the end.
std::unique_ptr<TextRows> make_long_form_rows(std::size_t columns) {
  RowFrame frame{.row_close = ".\n"};
  frame.close.assign(columns, " ");
  return make_framed_rows({append_long_form, plain_iri(), plain_string()}, columns, std::move(frame));
}

}  // namespace

std::unique_ptr<TextRows> make_ntriples_rows() {
  return make_long_form_rows(3);
}

std::unique_ptr<TextRows> make_nquads_rows() {
  return make_long_form_rows(4);
}

}  // namespace quadrille::results
