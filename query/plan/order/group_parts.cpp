#include "query/plan/order/group_parts.hpp"

#include "query/plan/order/estimate.hpp"
#include "query/plan/order/join_order_cache.hpp"
#include "query/plan/order/join_samples.hpp"

namespace quadrille::query {

using logical::NodePtr;

namespace {

// The merge of the unnamed graph and all named ones.
NodePtr scan_everything(Planning& planning, const logical::Pattern& pattern) {
  std::vector<NodePtr> graphs;
  for (const GraphScope& scope : {GraphScope::unnamed_part(), pattern.quad.scope.named_part()}) {
    QuadPattern part = pattern.quad;
    part.scope = scope;
    const double rows = estimate_pattern(planning.data, planning.counts, part).rows;
    graphs.push_back(scan(part, rows, pattern.variables));
  }
  return estimated(planning, logical::Distinct{estimated(planning, logical::Union{std::move(graphs)})});
}

}  // namespace

void GroupParts::add(Planning& planning, const logical::Pattern& pattern) {
  planning.options.watch.look();
  if (pattern.quad.scope.kind == GraphScope::Kind::everything) return add(scan_everything(planning, pattern));
  JoinPart part;
  part.variables = pattern.variables;
  part.pattern = pattern.quad;
  part.estimate = estimate_pattern(planning.data, planning.counts, pattern.quad);
  parts.push_back(std::move(part));
  tables.push_back(nullptr);
}

void GroupParts::add(NodePtr table) {
  JoinPart part;
  part.variables = table->certain;
  part.estimate.rows = table->rows;
  parts.push_back(std::move(part));
  tables.push_back(std::move(table));
}

NodePtr scan(const QuadPattern& pattern, double rows, const VariableSet& wanted, std::optional<VariableId> preferred) {
  NodePtr node = make(logical::Scan{pattern, wanted, preferred, {}});
  node->rows = rows;
  return node;
}

std::vector<JoinStep> join_steps(Planning& planning, const GroupParts& group) {
  const auto look = [&planning] { planning.options.watch.look(); };
  const auto make = [&] {
    const JoinCosts costs = join_costs(planning);
    const bool has_branches = !planning.options.choices.off.has(Rule::bushy_joins);
    const JoinEffort effort = planning.counts.is_guessing() ? JoinEffort::greedy  // this plan only asks for counts
                              : has_branches                ? JoinEffort::with_branches
                                                            : JoinEffort::exact;
    std::vector<JoinStep> steps = order_joins(group.parts, costs, look, nullptr, group.links, effort);
    const bool samples_pay = group.parts.size() >= 3 && group.parts.size() <= cost::kMostSampled &&
                             steps.back().cost >= cost::kCostlyJoins && planning.data.is_whole();
    if (!samples_pay) return steps;
    JoinSamples samples(planning.data, group.parts);
    return order_joins(group.parts, costs, look, &samples, group.links, effort);
  };
  return planning.options.orders ? planning.options.orders->order(group.parts, make) : make();
}

}  // namespace quadrille::query
