// DISTINCT, COUNT(DISTINCT) and GROUP BY of one pattern are answered by the distinct values of an index column and
// their counts (query/operators/skip_scan.hpp), where that costs less than reading the rows.

#include <fmt/format.h>

#include <algorithm>

#include "query/index/cardinality.hpp"
#include "query/operators/skip_scan.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

using logical::NodePtr;

namespace {

// The pattern of a group that is nothing else, of one graph.
const QuadPattern* pattern_of_one_graph(const logical::Node& node) {
  const auto* group = node.as<logical::JoinGroup>();
  const QuadPattern* pattern = group ? group->only_pattern() : nullptr;
  if (!pattern) return nullptr;
  const GraphScope::Kind kind = pattern->scope.kind;
  return kind == GraphScope::Kind::default_graph || kind == GraphScope::Kind::one ? pattern : nullptr;
}

double different_values(Planning& planning, const QuadPattern& pattern, VariableId variable) {
  const GraphStatistics* const statistics = planning.data.statistics(!pattern.in_default_graph());
  if (statistics && pattern.slots[1].variable == variable) return static_cast<double>(statistics->predicates().size());
  return estimate_pattern(planning.data, planning.counts, pattern).distinct_of(variable);
}

// The values of `key` in the rows of `child`, and their counts if they are asked for; nullptr: not applicable, or more
// expensive.
NodePtr values_of(Planning& planning, const logical::Node& child, VariableId key, bool counts) {
  const QuadPattern* pattern = pattern_of_one_graph(child);
  if (!pattern || !pattern->has(key)) return nullptr;
  const double values = different_values(planning, *pattern, key);
  for (AccessPath& path : access_paths(*pattern, {}, std::vector{key})) {
    if (!SkipScan::reads_keys(path)) continue;
    const double searches = values * planning.data.shards();
    if (static_cast<double>(planning.counts.rows(path)) < searches * cost::kRowsOfSearch) continue;
    std::optional<VariableId> count;
    if (counts) count = planning.new_variable(fmt::format(".rows{}", planning.variables.size()));
    NodePtr scan = make(logical::SkipScan{std::move(path), key, count});
    scan->rows = searches;
    planning.fired.add(Rule::counts_from_index);
    return scan;
  }
  return nullptr;
}

bool counts_rows(const logical::Group::Output& output) {
  return output.aggregate.kind == parser::AggregateKind::count && output.aggregate.star && !output.aggregate.distinct;
}

// A count of different values of the variable that the first output counts.
bool counts_values(const logical::Group& group, const logical::Group::Output& output) {
  const auto is_variable = [](const parser::Expression* argument) {
    return argument && argument->kind == parser::ExpressionKind::variable;
  };
  const auto* first = group.outputs.front().argument;
  return output.aggregate.kind == parser::AggregateKind::count && output.aggregate.distinct &&
         is_variable(output.argument) && is_variable(first) && output.argument->variable == first->variable;
}

void group_by_keys(Planning& planning, logical::Group& group) {
  const auto& outputs = group.outputs;
  if (group.keys.size() == 1 && std::all_of(outputs.begin(), outputs.end(), counts_rows)) {
    NodePtr keys = values_of(planning, *group.child, group.keys.front(), true);
    if (!keys) return;
    parser::Expression rows;
    rows.kind = parser::ExpressionKind::variable;
    rows.variable = *keys->as<logical::SkipScan>()->count;
    const parser::Expression* counted = planning.own(std::move(rows));
    for (auto& output : group.outputs) {
      output.aggregate.kind = parser::AggregateKind::sum;
      output.aggregate.star = false;
      output.argument = counted;
    }
    group.child = std::move(keys);
    return;
  }
  if (!group.keys.empty() || outputs.empty()) return;
  if (!std::all_of(outputs.begin(), outputs.end(), [&](const auto& each) { return counts_values(group, each); }))
    return;
  NodePtr keys = values_of(planning, *group.child, outputs.front().argument->variable, false);
  if (keys) group.child = std::move(keys);
}

}  // namespace

void counts_from_index(Planning& planning, NodePtr& root) {
  if (auto* group = root->as<logical::Group>(); group && !group->every) group_by_keys(planning, *group);
  if (auto* distinct = root->as<logical::Distinct>()) {
    auto* project = distinct->child->as<logical::Project>();
    if (project && project->columns.size() == 1) {
      NodePtr keys = values_of(planning, *project->child, project->columns.front().second, false);
      if (keys) distinct->child = std::move(keys);
    }
  }
  for_each_child(*root, [&](NodePtr& child) { counts_from_index(planning, child); });
}

}  // namespace quadrille::query
