#include "query/plan/order/join_costs.hpp"

namespace quadrille::query {

bool semi_joins_never(const Planning& planning) {
  return !planning.is_apart() || planning.options.choices.off.has(Rule::semi_join);
}

bool semi_joins_always(const Planning& planning) {
  return !semi_joins_never(planning) && planning.options.choices.always.has(Rule::semi_join);
}

JoinCosts join_costs(const Planning& planning) {
  if (planning.is_apart()) return JoinCosts::apart(planning.options.team_size, !semi_joins_never(planning));
  return {};
}

}  // namespace quadrille::query
