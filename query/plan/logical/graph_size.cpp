#include "query/plan/logical/graph_size.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "quadstore/merged_batch.hpp"
#include "query/index/access_path.hpp"
#include "query/index/cardinality.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

// A column of values: how many are different, and where they come from.
struct ColumnValues {
  double different = 0;
  const QuadPattern* pattern = nullptr;  // nullptr: no pattern with a predicate has them
  quadrille::Position position = quadrille::Position::subject;
};

// The different values of the variables of a plan.
class PlanValues {
 public:
  PlanValues(const Planning& planning, const logical::Node& root) : planning_(planning), rows_(root.rows) { add(root); }

  ColumnValues of(const Slot& slot) const {
    if (!slot.variable) return {1, nullptr};
    const auto found = values_.find(*slot.variable);
    if (found == values_.end()) return {rows_, nullptr};
    ColumnValues values = found->second;
    // So many of them are expected in fewer rows than the pattern has, if the rows are drawn at random.
    const double drawn = values.different * -std::expm1(-rows_ / std::max(1.0, values.different));
    values.different = std::min(rows_, rows_ < rows_of_.at(*slot.variable) ? drawn : values.different);
    return values;
  }

 private:
  void add(const logical::Node& node) {
    if (const auto* scan = node.as<logical::Scan>()) return add(scan->pattern);
    if (const auto* join = node.as<logical::PatternJoin>()) {
      add(*join->left);
      return add(join->pattern);
    }
    if (const auto* join = node.as<logical::Join>()) {
      add(*join->left);
      if (join->kind == JoinKind::inner || join->kind == JoinKind::left) add(*join->right);
      return;
    }
    if (const auto* multiway = node.as<logical::Multiway>()) {
      for (const logical::NodePtr& table : multiway->tables) add(*table);
    }
    if (const auto* filter = node.as<logical::Filter>()) add(*filter->child);
    if (const auto* project = node.as<logical::Project>()) add(*project->child);
    if (const auto* distinct = node.as<logical::Distinct>()) add(*distinct->child);
    if (const auto* sort = node.as<logical::Sort>()) add(*sort->child);
    if (const auto* slice = node.as<logical::Slice>()) add(*slice->child);
  }
  void add(const QuadPattern& pattern) {
    if (pattern[quadrille::Position::predicate].variable) return;
    const Estimate estimate = estimate_pattern(planning_.data, planning_.counts, pattern);
    for (const quadrille::Position position : {quadrille::Position::subject, quadrille::Position::object}) {
      const auto variable = pattern[position].variable;
      if (!variable) continue;
      const ColumnValues here{estimate.distinct_of(*variable), &pattern, position};
      const auto [place, is_new] = values_.emplace(*variable, here);
      if (!is_new && here.different >= place->second.different) continue;
      place->second = here;
      rows_of_[*variable] = estimate.rows;
    }
  }

  const Planning& planning_;
  const double rows_;
  std::map<VariableId, ColumnValues> values_;
  std::map<VariableId, double> rows_of_;  // of the pattern
};

// A pattern with one variable, at this position.
QuadPattern pattern_of_column(const ColumnValues& values) {
  QuadPattern pattern;
  pattern.scope = values.pattern->scope;
  pattern.slots[1] = (*values.pattern)[quadrille::Position::predicate];
  pattern.slots[0] = Slot::of(VariableId{0});
  pattern.slots[2] = Slot::of(VariableId{1});
  return pattern;
}

std::uint64_t rows_with(const GraphView& data, const QuadPattern& pattern, VariableId variable, Huri value) {
  const AccessPath path = look_up_path(pattern, std::span(&variable, 1), {});
  QuadPrefix prefix;
  for (const Slot& slot : path.prefix) prefix.push_back(slot.variable ? value : slot.term);
  return count_rows(data, path.permutation, prefix, ShardSpan{0, data.shards()});
}

// A value of evenly spaced rows of a pattern.
std::optional<Huri> sampled_value(const GraphView& data, const AccessPath& path, int sample) {
  const QuadPrefix prefix = constant_prefix(path);
  const ShardSpan shards = shards_of(data, path.permutation, prefix.values());
  const auto number = static_cast<std::uint64_t>(sample);
  const auto shard = static_cast<std::uint32_t>(shards.begin + number % (shards.end - shards.begin));
  MergedRows rows = run_of(data, path, ShardId{shard}).find(prefix);
  if (rows.empty()) return std::nullopt;
  MergedBatch batch;
  batch.take(rows, (2 * number + 1) * 0x9e3779b97f4a7c15 % rows.size());
  batch.take(rows, 1);
  Huri value;
  batch.read(path.outputs.front().first, {&value, 1});
  return value;
}

// The share of the different values of `a` that are values of `b`, too. A value is drawn as often as it has rows, so it
// counts for one divided by them.
double share_in(const GraphView& data, const ColumnValues& a, const ColumnValues& b) {
  const QuadPattern from = pattern_of_column(a), to = pattern_of_column(b);
  const VariableId here = a.position == quadrille::Position::subject ? 0 : 1,
                   there = b.position == quadrille::Position::subject ? 0 : 1;
  std::vector<AccessPath> paths = access_paths(from, {}, std::span(&here, 1));
  std::erase_if(paths, [](const AccessPath& path) { return !path.residual.empty() || path.outputs.empty(); });
  if (paths.empty()) return 0;
  double all = 0, both = 0;
  for (int sample = 0; sample < 4 * cost::kSamples; ++sample) {
    const std::optional<Huri> value = sampled_value(data, paths.front(), sample);
    if (!value) continue;
    const double weight = 1 / static_cast<double>(std::max<std::uint64_t>(1, rows_with(data, from, here, *value)));
    all += weight;
    if (rows_with(data, to, there, *value) > 0) both += weight;
  }
  return all > 0 ? both / all : 0;
}

// The different values of two columns together.
double united_values(const GraphView& data, const ColumnValues& a, const ColumnValues& b, LookUps look_ups) {
  if (look_ups == LookUps::none) return std::max(a.different, b.different);
  if (a.pattern == nullptr || b.pattern == nullptr) return a.different + b.different;
  const bool is_same = a.position == b.position && (*a.pattern)[quadrille::Position::predicate].term ==
                                                       (*b.pattern)[quadrille::Position::predicate].term;
  if (is_same) return std::max(a.different, b.different);
  const auto kind = a.pattern->scope.kind;
  const bool can_look_up = (kind == GraphScope::Kind::default_graph || kind == GraphScope::Kind::one) &&
                           kind == b.pattern->scope.kind && data.is_whole();
  if (!can_look_up) return a.different + b.different;
  const ColumnValues &lesser = a.different < b.different ? a : b, &greater = a.different < b.different ? b : a;
  return greater.different + lesser.different * (1 - share_in(data, lesser, greater));
}

}  // namespace

ProcedureSize graph_size(const Planning& planning, const logical::Invoke& invoke, LookUps look_ups) {
  const PlanValues plan(planning, *invoke.child);
  const auto slot = [&](const parser::Node& node) {
    const auto* variable = std::get_if<VariableId>(&node);
    return variable ? Slot::of(*variable) : Slot::of(Huri());
  };
  double edges = 0, vertices = 0;
  ProcedureSize size;
  for (const parser::Invoke::Edge& edge : invoke.invoke->edges) {
    edges += invoke.child->rows;
    vertices = std::max(vertices,
                        united_values(planning.data, plan.of(slot(edge.source)), plan.of(slot(edge.target)), look_ups));
    size.weighted = size.weighted || (edge.weight && invoke.call->procedure().takes_weights);
  }
  for (const parser::Node& vertex : invoke.invoke->vertices) {
    vertices = std::max(vertices, plan.of(slot(vertex)).different);
  }
  const double most = 1e15;
  size.edges = static_cast<std::uint64_t>(std::min(most, edges));
  size.vertices = static_cast<std::uint64_t>(std::min(most, std::min(vertices, 2 * edges + vertices)));
  size.images = planning.options.team_size;
  size.groups = planning.is_apart() ? 2 : 1;
  return size;
}

}  // namespace quadrille::query
