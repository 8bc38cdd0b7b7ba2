#pragma once

// Reads plain directives of Turtle and TriG, with the lexer: documents have many of them, at the start or between
// statements.
//
//   @prefix p: <http://x/> .     @base <http://x/> .     PREFIX p: <http://x/>     BASE <http://x/>
//
// It need not take every directive, such as one with escapes in its IRI, and never takes malformed ones: Serd decides
// about those.

#include <cstddef>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/statement_window.hpp"

namespace quadrille::detail {

// Returns the size of the directive at the start of the window's rest(), after advancing over the space before it; 0 if
// it is not taken. Its declaration is added to `names`. Precondition: the directive is not in a graph.
std::size_t take_directive(StatementWindow& window, DocumentNames& names);

}  // namespace quadrille::detail
