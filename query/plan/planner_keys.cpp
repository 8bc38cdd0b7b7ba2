// DISTINCT, COUNT(DISTINCT) and GROUP BY of one pattern, answered by the distinct values of an index column
// (skip_scan.hpp).

#include <algorithm>

#include "query/operators/skip_scan.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

constexpr double kRowsOfSearch = 400;  // rows that are read and grouped in the time of one search

const parser::TriplePattern* only_pattern(const parser::Algebra& algebra) {
  const auto* bgp = std::get_if<parser::Bgp>(&algebra.node);
  return bgp && bgp->patterns.size() == 1 ? &bgp->patterns.front() : nullptr;
}

bool counts_rows(const parser::Group::Output& output) {
  return output.aggregate.kind == parser::AggregateKind::count && output.aggregate.star && !output.aggregate.distinct;
}

}  // namespace

OperatorPtr Planner::plan_keys(const parser::Algebra& algebra, VariableId key, bool counts, const PatternScope& scope) {
  const auto* triple = only_pattern(algebra);
  const bool one_graph = scope.kind == GraphScope::Kind::default_graph || scope.kind == GraphScope::Kind::one;
  if (!triple || !one_graph || scope.outer || !handed_down_.empty()) return nullptr;
  const auto pattern = resolve(*triple, scope);
  if (!pattern || !pattern->has(key)) return nullptr;
  const double values = different_values(*pattern, key);
  for (AccessPath& path : access_paths(*pattern, {}, std::vector{key})) {
    if (!SkipScan::reads_keys(snapshot_, path)) continue;
    const double searches = values * snapshot_.shards();
    if (static_cast<double>(counts_.rows(path)) < searches * kRowsOfSearch) continue;
    std::optional<VariableId> count;
    if (counts) count = new_variable(".rows" + std::to_string(variables_.size()));
    auto scan = std::make_unique<SkipScan>(snapshot_, std::move(path), count);
    scan->estimated_rows = searches;
    return scan;
  }
  return nullptr;
}

double Planner::different_values(const QuadPattern& pattern, VariableId variable) const {
  const auto& statistics =
      pattern.in_default_graph() ? snapshot_.statistics().default_graph : snapshot_.statistics().named_graphs;
  const auto& predicate = pattern.slots[1];
  if (predicate.variable == variable) return static_cast<double>(statistics.predicates().size());
  return estimate_pattern(snapshot_, counts_, pattern).distinct_of(variable);
}

OperatorPtr Planner::plan_distinct_keys(const parser::Algebra& child, const PatternScope& scope) {
  const auto* project = std::get_if<parser::Project>(&child.node);
  if (!project || project->variables.size() != 1 || !scope.keys().empty()) return nullptr;
  return plan_keys(*project->child, project->variables.front(), false, scope);
}

// Changes the outputs to their equivalents on the keys.
OperatorPtr Planner::plan_grouped_keys(const parser::Group& group, std::vector<parser::Group::Output>& outputs,
                                       const PatternScope& scope) {
  if (!scope.keys().empty()) return nullptr;
  if (group.keys.size() == 1 && !group.keys.front().expression &&
      std::all_of(outputs.begin(), outputs.end(), counts_rows)) {
    OperatorPtr keys = plan_keys(*group.child, group.keys.front().variable, true, scope);
    if (!keys) return nullptr;
    const VariableId count = keys->schema().columns.back().variable;
    for (auto& output : outputs) {
      parser::Expression rows;
      rows.kind = parser::ExpressionKind::variable;
      rows.variable = count;
      output.aggregate.kind = parser::AggregateKind::sum;
      output.aggregate.star = false;
      output.arguments.assign(1, std::move(rows));
    }
    return keys;
  }
  const auto counts_values = [&](const parser::Group::Output& output) {
    return output.aggregate.kind == parser::AggregateKind::count && output.aggregate.distinct &&
           !output.aggregate.star && output.arguments.front().kind == parser::ExpressionKind::variable &&
           output.arguments.front().variable == outputs.front().arguments.front().variable;
  };
  if (!group.keys.empty() || outputs.empty() || !counts_values(outputs.front())) return nullptr;
  if (!std::all_of(outputs.begin(), outputs.end(), counts_values)) return nullptr;
  return plan_keys(*group.child, outputs.front().arguments.front().variable, false, scope);
}

}  // namespace quadrille::query
