#pragma once

// Takes plain directives of Turtle and TriG, with the lexer: documents have many of them, in front or between
// statements.
//
//   @prefix p: <http://x/> .     @base <http://x/> .     PREFIX p: <http://x/>     BASE <http://x/>
//
// It may leave any directive alone, such as one with escapes in its IRI, and leaves malformed ones: Serd judges those.

#include <cstddef>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/statement_window.hpp"

namespace quadrille::detail {

// The size of the directive with which the window's rest() begins, once the space before it has been advanced over; 0:
// it is not taken. `names` has what it declares. Precondition: what comes next is not in a graph.
std::size_t take_directive(StatementWindow& window, DocumentNames& names);

}  // namespace quadrille::detail
