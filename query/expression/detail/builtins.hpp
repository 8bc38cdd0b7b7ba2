#pragma once

// The table of built-in functions of one solution: one row for each function and number of operands. Functions that
// choose which operand counts, or keep data between rows, have their own nodes (logic_nodes, comparison_nodes,
// text_nodes).

#include "parser/expression.hpp"
#include "query/expression/detail/function_node.hpp"

namespace quadrille::query::detail {

struct BuiltinRow {
  parser::Builtin builtin;
  std::size_t arity;
  Kernel kernel;
  Needs needs;
  bool deterministic = true;  // equal operands give equal values, in every solution
};

// nullptr if the table has no such row.
const BuiltinRow* find_builtin(parser::Builtin builtin, std::size_t arity);

struct OperatorRow {
  parser::ExpressionKind kind;
  std::size_t arity;
  Kernel kernel;
};

// Arithmetic. nullptr if the kind is not an arithmetic operator.
const OperatorRow* find_operator(parser::ExpressionKind kind);

}  // namespace quadrille::query::detail
