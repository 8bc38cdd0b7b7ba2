#pragma once

// Nodes that compare: = != < > <= >= IN NOT IN sameTerm (SPARQL 1.1 Query 17.3, 17.4.1).
//
// Each decides what it can from kinds, values and HURIs; only for the rows that are left are texts read. A column that is
// compared with a constant IRI is decided on the HURIs alone.

#include "parser/expression.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

// `kind` is one of equal .. greater_equal.
NodePtr make_comparison(parser::ExpressionKind kind, NodePtr left, NodePtr right);
NodePtr make_same_term(NodePtr left, NodePtr right);
NodePtr make_in(bool negated, NodePtr value, std::vector<NodePtr> list);

}  // namespace quadrille::query::detail
