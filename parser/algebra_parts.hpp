#pragma once

// for_each_part() passes the parts of an operator of the algebra to a visitor: its children (Algebra), expressions,
// triple patterns, patterns of triple terms, paths, nodes and constants, whichever it has, in the order of its members.
// Parts of parts are left to the visitor.
//
//   struct Constants {                                           for_each_part(filter, constants);
//     void operator()(const Algebra& child) const;                 child, conditions
//     void operator()(const Expression& expression) const;
//     ...
//
// `op` may be const; then so are the parts.

#include "parser/algebra.hpp"

namespace quadrille::parser {

namespace detail {

template <class Items, class Visit>
void for_all(Items& items, Visit& visit) {
  for (auto& item : items) visit(item);
}

}  // namespace detail

template <class Operator, class Visit>
void for_each_part(Operator& op, Visit&& visit) {
  const auto child = [&](auto& pointer) {
    if (pointer) visit(static_cast<std::conditional_t<std::is_const_v<Operator>, const Algebra, Algebra>&>(*pointer));
  };
  if constexpr (requires { op.patterns; }) detail::for_all(op.patterns, visit), detail::for_all(op.terms, visit);
  if constexpr (requires { op.path; }) visit(op.subject), visit(op.path), visit(op.object);
  if constexpr (requires { op.graph; }) visit(op.graph);
  if constexpr (requires { op.endpoint; }) visit(op.endpoint);
  if constexpr (requires { op.left; }) child(op.left), child(op.right);
  if constexpr (requires { op.child; }) child(op.child);
  if constexpr (requires { op.procedure; }) {
    child(op.inputs);
    for (auto& edge : op.edges) {
      visit(edge.source), visit(edge.target);
      if (edge.weight) visit(*edge.weight);
    }
    detail::for_all(op.vertices, visit);
    detail::for_all(op.edge_columns, visit);
    for (auto* list : {&op.arguments, &op.results}) {
      for (auto& argument : *list) visit(argument.value);
    }
  }
  if constexpr (requires { op.conditions; }) detail::for_all(op.conditions, visit);
  if constexpr (requires { op.expression; }) visit(op.expression);
  if constexpr (requires { op.cells; }) {
    for (auto& cell : op.cells) {
      if (cell) visit(*cell);
    }
  }
  if constexpr (requires { op.keys; }) {
    for (auto& key : op.keys) {
      if constexpr (requires { key.expression.has_value(); }) {  // of Group
        if (key.expression) visit(*key.expression);
      } else {
        visit(key.expression);
      }
    }
  }
  if constexpr (requires { op.outputs; }) {
    for (auto& output : op.outputs) detail::for_all(output.arguments, visit);
  }
}

}  // namespace quadrille::parser
