#pragma once

// Nodes for comparisons that use only a column's HURIs, for the rows where these decide.
//
//   column = != constant IRI          the same HURI; another stable one is another term
//   column = != column, sameTerm      likewise for IRIs and blank nodes; for sameTerm all stable HURIs
//   column = != < .. number or time   the constant's ranges of HURIs (value_ranges.hpp)
//
// The general node handles the other rows. Cost: about 1 ns a row.

#include "parser/expression.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// Compares `left` and `right` (equal .. greater_equal), with a fast part if their forms allow one. `volatile_terms`:
// columns may hold volatile HURIs.
NodePtr make_fast_comparison(parser::ExpressionKind kind, NodePtr left, NodePtr right, bool volatile_terms);
NodePtr make_fast_same_term(NodePtr left, NodePtr right, bool volatile_terms);

}  // namespace quadrille::query::detail
