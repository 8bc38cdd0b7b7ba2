#include "query/plan/order/join_costs.hpp"

namespace quadrille::query {

bool tests_never(const Planning& planning) {
  const OperatorChoices& choices = planning.options.choices;
  return !planning.is_apart() || choices.semi_joins == SemiJoins::never || choices.off.has(Rule::semi_join);
}

bool tests_always(const Planning& planning) {
  return !tests_never(planning) && planning.options.choices.semi_joins == SemiJoins::always;
}

JoinCosts join_costs(const Planning& planning) {
  if (planning.is_apart()) return JoinCosts::apart(planning.options.team_size, !tests_never(planning));
  return {};
}

}  // namespace quadrille::query
