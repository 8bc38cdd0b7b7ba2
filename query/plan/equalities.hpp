#pragma once

// Conditions that say that two expressions are equal, as what joins two tables: FILTER(?a = ?b), STR(?a) = STR(?b),
// sameTerm(?a, ?b). Local.

#include <optional>
#include <vector>

#include "parser/algebra.hpp"
#include "query/expression/value_key.hpp"
#include "query/plan/join_order.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

struct Equality {
  const parser::Expression* first;
  const parser::Expression* second;
  VariableSet of_first, of_second;  // the variables of both; none in common, some in each
  KeyBy by;

  bool of_variables() const {
    return first->kind == parser::ExpressionKind::variable && second->kind == parser::ExpressionKind::variable;
  }
  JoinLink link() const { return {of_first, of_second}; }
};

// nullopt: it is none, or one whose sides do not have the same value each time they are computed.
std::optional<Equality> equality_of(const parser::Expression& condition);

// Whether a solution of the tree that binds `variable` binds it to an IRI or blank node, for a pattern says so.
bool is_never_literal(const parser::Algebra& algebra, VariableId variable);

// Puts one variable in the place of another; not inside of EXISTS.
void replace_variable(parser::Expression& expression, VariableId from, VariableId to);
void replace_variable(parser::TriplePattern& pattern, VariableId from, VariableId to);

}  // namespace quadrille::query
