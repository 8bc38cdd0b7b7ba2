#pragma once

// An Equality is a condition that two expressions are equal, used to join two tables: FILTER(?a = ?b), STR(?a) =
// STR(?b), sameTerm(?a, ?b). Local.

#include <optional>

#include "parser/algebra.hpp"
#include "query/expression/value_key.hpp"
#include "query/plan/order/join_order.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

struct Equality {
  const parser::Expression* first;
  const parser::Expression* second;
  VariableSet of_first, of_second;  // the variables of each side; no common ones, at least one on each side
  KeyBy by;

  bool of_variables() const {
    return first->kind == parser::ExpressionKind::variable && second->kind == parser::ExpressionKind::variable;
  }
  JoinLink link() const { return {of_first, of_second}; }
};

// nullopt if the condition is not an equality, or one of its sides has a different value each time it is computed.
std::optional<Equality> equality_of(const parser::Expression& condition);

// Replaces one variable by another, except inside EXISTS.
void replace_variable(parser::Expression& expression, VariableId from, VariableId to);

}  // namespace quadrille::query
