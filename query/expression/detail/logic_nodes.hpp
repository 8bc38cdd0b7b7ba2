#pragma once

// Nodes that decide which of their children count: && || ! IF COALESCE BOUND EXISTS (SPARQL 1.1 Query 17.2, 17.4.1).
//
//   a      b      a || b  a && b        A child is evaluated only for the rows whose result still depends on it, but it
//   true   error  true    error         is called for every batch (N1).
//   false  error  error   false
//   error  error  error   error

#include "parser/expression.hpp"
#include "query/expression/detail/node.hpp"

namespace quadrille::query::detail {

NodePtr make_or(std::vector<NodePtr> children);
NodePtr make_and(std::vector<NodePtr> children);
NodePtr make_not(NodePtr child);
NodePtr make_if(NodePtr condition, NodePtr then, NodePtr otherwise);
NodePtr make_coalesce(std::vector<NodePtr> children);
// BOUND of a variable that is in a column.
NodePtr make_bound(ColumnIndex column);
// `exists` or `not_exists`; the expression outlives the node.
NodePtr make_exists(const parser::Expression& expression);

}  // namespace quadrille::query::detail
