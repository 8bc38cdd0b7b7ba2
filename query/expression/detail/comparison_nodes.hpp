#pragma once

// Nodes that compare: = != < > <= >= IN NOT IN sameTerm (SPARQL 1.1 Query 17.3, 17.4.1).
//
// Each decides what it can from kinds, values and HURIs; only for the rows that are left are texts read. What can be
// told from a column's HURIs without making values of them is found before that by column_nodes.hpp.

#include "parser/expression.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// `kind` is one of equal .. greater_equal; `volatile_terms`: columns may hold volatile HURIs.
NodePtr make_comparison(parser::ExpressionKind kind, NodePtr left, NodePtr right, bool volatile_terms);
NodePtr make_same_term(NodePtr left, NodePtr right, bool volatile_terms);
NodePtr make_in(bool negated, NodePtr value, std::vector<NodePtr> list, bool volatile_terms);

// Terms of other kinds never need a text to be compared with this constant.
KindSet kinds_like(const Value& constant);

}  // namespace quadrille::query::detail
