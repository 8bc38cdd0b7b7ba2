#include "query/plan/order/equalities.hpp"

namespace quadrille::query {

using parser::Builtin;
using parser::Expression;
using parser::ExpressionKind;

std::optional<Equality> equality_of(const Expression& condition) {
  const bool by_value = condition.kind == ExpressionKind::equal;
  const bool by_term = condition.kind == ExpressionKind::function && condition.builtin == Builtin::sameterm;
  if ((!by_value && !by_term) || condition.arguments.size() != 2 || !is_stable(condition)) return std::nullopt;
  Equality equality{&condition.arguments[0], &condition.arguments[1], variables_of(condition.arguments[0]),
                    variables_of(condition.arguments[1]), KeyBy::text};
  if (equality.of_first.empty() || equality.of_second.empty() || equality.of_first.meets(equality.of_second)) {
    return std::nullopt;
  }
  if (equality.of_variables()) {
    equality.by = by_term ? KeyBy::term : KeyBy::value;
  } else if (by_term) {
    return std::nullopt;  // a computed value has no HURI yet
  }
  return equality;
}

void replace_variable(Expression& expression, VariableId from, VariableId to) {
  if (expression.kind == ExpressionKind::variable && expression.variable == from) expression.variable = to;
  for (Expression& argument : expression.arguments) replace_variable(argument, from, to);
}

}  // namespace quadrille::query
