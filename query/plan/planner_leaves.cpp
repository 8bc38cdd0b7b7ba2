// The leaves of plans: patterns become scans, VALUES tables, GRAPH a scope.

#include <fmt/format.h>

#include <algorithm>

#include "dictionary/query_terms.hpp"
#include "query/index/cardinality.hpp"
#include "query/operators/bind_graph.hpp"
#include "query/operators/graph_names.hpp"
#include "query/operators/index_scan.hpp"
#include "query/operators/project.hpp"
#include "query/operators/union.hpp"
#include "query/operators/values_table.hpp"
#include "query/paths/path_scan.hpp"
#include "query/paths/path_sources.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

using GraphList = std::shared_ptr<const std::vector<Huri>>;

GraphList find_graphs(QueryDictionary& dictionary, const std::vector<std::string>& iris) {
  auto graphs = std::make_shared<std::vector<Huri>>();
  for (const std::string& iri : iris) {
    const Huri huri = dictionary.find(TermView::iri(iri));
    if (!huri.is_unbound()) graphs->push_back(huri);
  }
  std::sort(graphs->begin(), graphs->end());
  graphs->erase(std::unique(graphs->begin(), graphs->end()), graphs->end());
  return graphs;
}

}  // namespace

void Planner::resolve_dataset(const parser::Dataset& dataset) {
  using Kind = GraphScope::Kind;
  if (!dataset.empty()) {
    if (!dataset.all_named_graphs) named_graphs_ = find_graphs(dictionary_, dataset.named_graphs);
    const GraphList merged = find_graphs(dictionary_, dataset.default_graphs);
    if (merged->size() == 1) {
      default_scope_ = {Kind::one, Slot::of(merged->front()), nullptr};
    } else {
      default_scope_ = {Kind::merged, {}, merged};
    }
  } else if (options_.union_default_graph) {
    const Statistics& statistics = snapshot_.statistics();
    const bool unnamed = statistics.default_graph.rows() > 0, named = statistics.named_graphs.rows() > 0;
    default_scope_.kind = !named ? Kind::default_graph : unnamed ? Kind::everything : Kind::merged;
  }
}

std::optional<Slot> Planner::resolve(const parser::Node& node) const {
  if (const auto* variable = std::get_if<VariableId>(&node)) return Slot::of(*variable);
  const Term& term = std::get<Term>(node);
  const auto find = [&] { return dictionary_.find(term.view()); };
  const Huri huri = options_.constants ? options_.constants->find(term, find) : find();
  if (huri.is_unbound()) return std::nullopt;
  return Slot::of(huri);
}

std::optional<QuadPattern> Planner::resolve(const parser::TriplePattern& pattern, const GraphScope& scope) const {
  const auto subject = resolve(pattern.subject), predicate = resolve(pattern.predicate),
             object = resolve(pattern.object);
  if (!subject || !predicate || !object) return std::nullopt;
  return QuadPattern{{*subject, *predicate, *object}, scope};
}

OperatorPtr Planner::unit(const PatternScope& scope) const {
  if (scope.outer) {
    OperatorPtr outer = outer_bindings(scope);
    if (scope.kind != GraphScope::Kind::each || scope.outer_has_graph()) return outer;
    return hash_join(JoinKind::inner, std::move(outer), graph_names(scope));
  }
  if (scope.kind == GraphScope::Kind::each) return graph_names(scope);
  return std::make_unique<ValuesTable>(std::vector<VariableId>{}, std::vector<Huri>{}, 1, false, Distribution::first());
}

OperatorPtr Planner::graph_names(const PatternScope& scope) const {
  auto names = std::make_unique<GraphNames>(*scope.graph.variable, scope.allowed, is_apart());
  names->estimated_rows = 100;
  return names;
}

OperatorPtr Planner::nothing(VariableSet variables, const PatternScope& scope) const {
  for (const VariableId key : scope.keys()) variables.add(key);
  if (scope.outer) {
    for (const VariableId column : scope.outer_columns()) variables.add(column);
  }
  return std::make_unique<ValuesTable>(variables.list(), std::vector<Huri>{}, 0, false, Distribution::first());
}

// Of the paths with the fewest rows, chooses the one distributed by `preferred`; else one whose rows with equal values
// of it are adjacent; without `preferred`, one whose rows are adjacent as plan_together() asks. `estimate`: of its
// rows.
OperatorPtr Planner::scan(const QuadPattern& pattern, double estimate, const VariableSet& wanted,
                          std::optional<VariableId> preferred) const {
  Few<VariableId, 4> outputs;
  for (const VariableId variable : pattern.variables()) {
    if (wanted.has(variable)) outputs.push_back(variable);
  }
  std::optional<AccessPath> best;
  std::uint64_t best_rows = 0;
  int best_fit = 0;
  for (AccessPath& path : access_paths(pattern, {}, outputs)) {
    const std::uint64_t rows = counts_.rows(path);
    int fit = 0;
    if (preferred) {
      const bool spread = IndexScan::schema_of(snapshot_, path).distribution == Distribution::by(*preferred);
      const bool together = !path.outputs.empty() && path.outputs.front().second == *preferred;
      fit = spread ? 2 : together ? 1 : 0;
    }
    if (!preferred && !together_.empty()) {
      const Schema schema = IndexScan::schema_of(snapshot_, path);
      fit = static_cast<int>(std::count_if(together_.begin(), together_.end(),
                                           [&](const auto& key) { return run_columns(schema, key).has_value(); }));
    }
    if (!best || rows < best_rows || (rows == best_rows && fit > best_fit)) {
      best = std::move(path);
      best_rows = rows;
      best_fit = fit;
    }
  }
  auto made = std::make_unique<IndexScan>(snapshot_, std::move(*best));
  made->estimated_rows = estimate;
  return made;
}

OperatorPtr Planner::scan_everything(const QuadPattern& pattern) const {
  VariableSet all;
  for (const VariableId variable : pattern.variables()) all.add(variable);
  std::vector<OperatorPtr> both;
  for (const auto kind : {GraphScope::Kind::default_graph, GraphScope::Kind::merged}) {
    QuadPattern part = pattern;
    part.scope.kind = kind;
    both.push_back(scan(part, estimate_pattern(snapshot_, counts_, part).rows, all));
  }
  const double rows = both[0]->estimated_rows + both[1]->estimated_rows;
  OperatorPtr united = std::make_unique<Union>(std::move(both));
  united->estimated_rows = rows;
  return distinct(std::move(united));
}

// For a path between two variables, one of which the other side of a join binds: its values there.
PathStarts Planner::path_starts(const parser::PathPattern& path, const PatternScope& scope) {
  const auto* subject = std::get_if<VariableId>(&path.subject);
  const auto* object = std::get_if<VariableId>(&path.object);
  if (!subject || !object || scope.outer) return {};
  const VariableSet bound = left_variables();
  const bool at_object = !bound.has(*subject);
  const VariableId variable = at_object ? *object : *subject;
  const bool may_be_elsewhere = may_have_no_length(path.path);
  if (!bound.has(variable) || (may_be_elsewhere && is_apart())) return {};
  const Statistics& statistics = snapshot_.statistics();
  const double everything = static_cast<double>(statistics.default_graph.rows() + statistics.named_graphs.rows());
  if (bind_join_rows_->child().estimated_rows > everything) return {};
  return {moved(left_values({variable}), Distribution::by(variable)), at_object, may_be_elsewhere};
}

OperatorPtr Planner::plan_path(const parser::PathPattern& path, const PatternScope& scope) {
  const auto end = [&](const parser::Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) return Slot::of(*variable);
    const TermView term = std::get<Term>(node).view();
    const Huri huri = dictionary_.find(term);
    return Slot::of(huri.is_unbound() ? dictionary_.intern(term) : huri);
  };
  const Slot subject = end(path.subject), object = end(path.object);
  const Statistics& statistics = snapshot_.statistics();
  const GraphStatistics& graphs =
      scope.kind == GraphScope::Kind::default_graph ? statistics.default_graph : statistics.named_graphs;
  PathStarts starts = path_starts(path, scope);
  const bool has_starts = starts.values != nullptr;
  const double start_rows = has_starts ? starts.values->estimated_rows : 0;
  auto scan = std::make_unique<PathScan>(subject, path.path, object, scope, is_apart(), std::move(starts));
  scan->estimated_rows = has_starts                            ? 10 * start_rows
                         : subject.variable && object.variable ? static_cast<double>(graphs.rows())
                                                               : 100;
  if (!scope.outer) return scan;
  OperatorPtr found = with_outer_bindings(std::move(scan), scope);
  return with_paths_of_no_length(std::move(found), *subject.variable, *object.variable, scope);
}

OperatorPtr Planner::plan_values(const parser::Values& values, const PatternScope& scope) {
  std::vector<Huri> cells;
  bool local = false;
  cells.reserve(values.cells.size());
  for (const auto& term : values.cells) {
    if (cells.size() % 4096 == 0) options_.watch.look();
    Huri huri = kUnbound;
    if (term) {
      huri = dictionary_.find(term->view());
      if (huri.is_unbound()) huri = dictionary_.intern(term->view());
    }
    local = local || is_query_term(huri);
    cells.push_back(huri);
  }
  OperatorPtr table =
      std::make_unique<ValuesTable>(values.variables, std::move(cells), values.rows, local, Distribution::first());
  if (scope.kind != GraphScope::Kind::each) return table;
  return hash_join(JoinKind::inner, std::move(table), graph_names(scope));
}

OperatorPtr Planner::plan_graph(const parser::Graph& graph, const PatternScope& scope, const VariableSet& wanted) {
  const auto slot = resolve(graph.graph);
  if (!slot) return nothing(scope_of(*graph.child), scope);
  if (!slot->variable) {
    AccessPath all;
    all.permutation = Permutation::gspo;
    all.prefix = {*slot};
    const bool in_dataset =
        !named_graphs_ || std::binary_search(named_graphs_->begin(), named_graphs_->end(), slot->term);
    if (!in_dataset || counts_.rows(all) == 0) return nothing(scope_of(*graph.child), scope);
    return plan_in(*graph.child, scope.in({GraphScope::Kind::one, *slot, nullptr}), wanted);
  }
  const VariableId variable = *slot->variable;
  const VariableId hidden = new_variable(fmt::format(".graph{}", variables_.size()));
  VariableSet inside = wanted;
  inside.add(hidden);
  inside.add(variable);  // if the group binds it, both values are compared
  const PatternScope each = scope.in({GraphScope::Kind::each, Slot::of(hidden), named_graphs_});
  OperatorPtr child = keyed(plan_in(*graph.child, each, inside), each);
  const double rows = child->estimated_rows;
  OperatorPtr bound = std::make_unique<BindGraph>(canonical(std::move(child), {&variable, 1}), hidden, variable);
  bound->estimated_rows = rows;
  return bound;
}

}  // namespace quadrille::query
