#include "query/plan/order/join_costs.hpp"

namespace quadrille::query {

JoinCosts join_costs(const Planning& planning) {
  if (!planning.is_apart()) return {};
  return JoinCosts::apart(planning.options.team_size, !planning.options.choices.off.has(Rule::semi_join));
}

}  // namespace quadrille::query
