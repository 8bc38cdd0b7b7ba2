#pragma once

// Nodes that compare: = != < > <= >= IN NOT IN sameTerm (SPARQL 1.1 Query 17.3, 17.4.1).
//
// Each node decides rows by kinds, values and HURIs if it can, and reads texts only for the other rows. Comparisons
// that need only a column's HURIs, without making values, are handled first by column_nodes.hpp.

#include "parser/expression.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// `kind` is one of equal .. greater_equal; `volatile_terms`: columns may hold volatile HURIs.
NodePtr make_comparison(parser::ExpressionKind kind, NodePtr left, NodePtr right, bool volatile_terms);
NodePtr make_same_term(NodePtr left, NodePtr right, bool volatile_terms);
NodePtr make_in(bool negated, NodePtr value, std::vector<NodePtr> list, bool volatile_terms);

// Terms of kinds outside this set need no text to be compared with this constant.
KindSet kinds_like(const Value& constant);

}  // namespace quadrille::query::detail
