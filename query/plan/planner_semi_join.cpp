// Joins that add no column, where images read their own shards alone: the owners of the keys test which rows stay
// (semi_join.hpp), if that costs less than moving the rows or both sides.

#include <algorithm>

#include "query/joins/semi_join.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

// The pattern's variables that are columns of `left`; empty if one of them may be unbound, or there are none.
std::vector<VariableId> bound_in(const Operator& left, const QuadPattern& pattern) {
  std::vector<VariableId> bound;
  for (const VariableId variable : pattern.variables()) {
    const auto column = left.schema().column_of(variable);
    if (!column) continue;
    if (left.schema().columns[*column].maybe_unbound) return {};
    bound.push_back(variable);
  }
  return bound;
}

}  // namespace

JoinCosts Planner::join_costs() const {
  const bool is_base = !snapshot_.has_changes();
  if (is_apart()) return JoinCosts::apart(options_.team_size, options_.choices.semi_joins != SemiJoins::never, is_base);
  return {false, 0, is_base};
}

bool Planner::tests_always() const {
  return is_apart() && options_.choices.semi_joins == SemiJoins::always;
}

OperatorPtr Planner::semi_join(JoinKind kind, OperatorPtr& left, const QuadPattern& pattern, VariableId mark) const {
  if (!is_apart() || options_.choices.semi_joins == SemiJoins::never) return nullptr;
  const std::vector<VariableId> bound = bound_in(*left, pattern);
  // Another join would return a row for every match.
  if (kind == JoinKind::inner && bound.size() < pattern.variables().size()) return nullptr;
  if (bound.empty()) return nullptr;
  auto way = test_by_owner(snapshot_, pattern, bound);
  if (!way) return nullptr;
  const Distribution& spread = left->schema().distribution;
  const auto there = look_up_by_owner(snapshot_, pattern, bound, {}, spread, kind == JoinKind::inner);
  if (there && there->fits(spread) && !tests_always()) return nullptr;
  left = canonical(std::move(left), bound);
  if (kind == JoinKind::inner) kind = JoinKind::semi;
  return std::make_unique<SemiJoin>(kind, std::move(left), std::move(*way), mark);
}

bool Planner::pays_to_test(const Operator& left, const QuadPattern& pattern) const {
  if (!is_apart() || options_.choices.semi_joins == SemiJoins::never) return false;
  const double rows = left.estimated_rows;
  const KeysAsked asked{rows, rows, estimate_pattern(snapshot_, counts_, pattern).rows, bound_in(left, pattern).size(),
                        std::max<std::size_t>(left.schema().columns.size(), 1)};
  const JoinCosts costs = join_costs();
  return tests_always() || cost_of_test(asked, costs) < cost_of_moving_to_hash(asked, costs);
}

}  // namespace quadrille::query
