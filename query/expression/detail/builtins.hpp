#pragma once

// The functions of one solution, as a table: one row a function and number of operands. Those that decide which operand
// counts, or keep something between rows, have their own nodes (logic_nodes, comparison_nodes, text_nodes).

#include "parser/expression.hpp"
#include "query/expression/detail/function_node.hpp"

namespace quadrille::query::detail {

struct BuiltinRow {
  parser::Builtin builtin;
  std::size_t arity;
  Kernel kernel;
  Needs needs;
  bool deterministic = true;  // the same operands give the same value, in every solution
};

// Null if the table has no such row.
const BuiltinRow* find_builtin(parser::Builtin builtin, std::size_t arity);

struct OperatorRow {
  parser::ExpressionKind kind;
  std::size_t arity;
  Kernel kernel;
};

// Arithmetic. Null if the kind is no arithmetic operator.
const OperatorRow* find_operator(parser::ExpressionKind kind);

}  // namespace quadrille::query::detail
