#include "query/plan/order/semi_join.hpp"

#include <algorithm>

namespace quadrille::query {

using namespace cost;

double cost_of_semi_join(const KeysAsked& asked, const JoinCosts& costs) {
  const double bytes = kBytesOfKey * static_cast<double>(asked.keys) * asked.different;
  const double sent = bytes / static_cast<double>(sizeof(Huri) * asked.columns) * costs.move;  // move: of a whole row
  const double found = is_one_bit(asked.pattern_rows, asked.keys)
                           ? asked.different * kTest
                           : look_up_cost(asked.different, asked.pattern_rows, asked.keys, false);
  return kRound + asked.rows * kNumber + sent + found;
}

double cost_of_hash_join(const KeysAsked& asked, const JoinCosts& costs) {
  const double build = asked.pattern_rows * (1 + kBuild) + probe_cost(asked.rows, asked.pattern_rows);
  return build + (asked.pattern_rows < kReplicateRows ? asked.pattern_rows : asked.rows) * costs.move;
}

bool semi_joins_always(const Planning& planning) {
  return planning.is_apart() && planning.options.choices.always.has(Rule::semi_join);
}

std::optional<RoutedPath> semi_join_way(const Planning& planning, JoinKind kind, const logical::Node& left,
                                        const QuadPattern& pattern) {
  const OperatorChoices& choices = planning.options.choices;
  if (!planning.is_apart() || choices.off.has(Rule::semi_join) || kind == JoinKind::left) return std::nullopt;
  const auto bound = bound_in(left, pattern);
  if (bound.empty()) return std::nullopt;
  // Another join would return a row for every match.
  if (kind == JoinKind::inner && bound.size() < pattern.variables().size()) return std::nullopt;
  return test_by_owner(planning.data, pattern, bound);
}

std::optional<RoutedPath> semi_join_that_pays(const Planning& planning, JoinKind kind, const logical::Node& left,
                                              const QuadPattern& pattern, double pattern_rows) {
  auto way = semi_join_way(planning, kind, left, pattern);
  if (!way || semi_joins_always(planning)) return way;
  const KeysAsked asked{left.rows, left.rows, pattern_rows, bound_in(left, pattern).size(),
                        std::max<std::size_t>(left.columns.list().size(), 1)};
  const JoinCosts costs = join_costs(planning);
  return cost_of_semi_join(asked, costs) < cost_of_hash_join(asked, costs) ? std::move(way) : std::nullopt;
}

}  // namespace quadrille::query
