#include "query/plan/logical/planning.hpp"

#include <algorithm>
#include <utility>

namespace quadrille::query {

namespace {

// Of the IRIs of a dataset: those that the view shows.
GraphListPtr find_graphs(const GraphView& data, QueryDictionary& dictionary, const std::vector<std::string>& iris) {
  std::vector<Huri> graphs;
  for (const std::string& iri : iris) {
    const Huri graph = dictionary.find(TermView::iri(iri));
    if (!graph.is_unbound()) graphs.push_back(graph);
  }
  std::sort(graphs.begin(), graphs.end());
  graphs.erase(std::unique(graphs.begin(), graphs.end()), graphs.end());
  return data.list(std::move(graphs));
}

// Without a dataset, and where the default graph is not the union of all.
GraphScope unnamed_scope(const GraphView& data) {
  if (data.shows_default_graph()) return GraphScope::unnamed_part();
  return {GraphScope::Kind::merged, {}, data.list({})};
}

// The union of all. A part without quads is left out.
GraphScope union_scope(const GraphView& data) {
  const GraphStatistics *const unnamed = data.statistics(false), *const named = data.statistics(true);
  const bool has_named = data.named() ? !data.named()->empty() : named->rows() > 0;
  if (!has_named) return unnamed_scope(data);
  const bool has_unnamed = unnamed != nullptr && unnamed->rows() > 0;
  return {has_unnamed ? GraphScope::Kind::everything : GraphScope::Kind::merged, {}, data.named()};
}

}  // namespace

Planning::Planning(const GraphView& view, RowCounts& row_counts, QueryDictionary& terms, std::vector<std::string> names,
                   const parser::Dataset& dataset, PlannerOptions planner_options)
    : data(view),
      equal(view.classes()),
      counts(row_counts),
      dictionary(terms),
      options(std::move(planner_options)),
      variables(std::move(names)),
      named_graphs(view.named()) {
  using Kind = GraphScope::Kind;
  if (dataset.empty()) {
    default_scope = options.union_default_graph ? union_scope(data) : unnamed_scope(data);
    return;
  }
  if (!dataset.all_named_graphs) named_graphs = find_graphs(data, dictionary, dataset.named_graphs);
  const GraphListPtr merged = find_graphs(data, dictionary, dataset.default_graphs);
  if (merged->size() == 1) {
    default_scope = {Kind::one, Slot::of((*merged)[0]), nullptr};
  } else {
    default_scope = {Kind::merged, {}, merged};
  }
}

VariableId Planning::new_variable(std::string name) {
  variables.push_back(std::move(name));
  return static_cast<VariableId>(variables.size() - 1);
}

const parser::Expression* Planning::own(parser::Expression expression) {
  return &expressions_.emplace_back(std::move(expression));
}

std::optional<Slot> Planning::resolve(const parser::Node& node) const {
  if (const auto* variable = std::get_if<VariableId>(&node)) return Slot::of(*variable);
  const Term& term = std::get<Term>(node);
  const auto find = [&] { return dictionary.find(term.view()); };
  const Huri huri = options.constants ? options.constants->find(term, find) : find();
  if (huri.is_unbound()) return std::nullopt;
  return Slot::of(huri);
}

std::optional<QuadPattern> Planning::resolve(const parser::TriplePattern& pattern, const GraphScope& scope) const {
  if (scope.is_empty()) return std::nullopt;
  const auto subject = resolve(pattern.subject), predicate = resolve(pattern.predicate),
             object = resolve(pattern.object);
  if (!subject || !predicate || !object) return std::nullopt;
  return QuadPattern{{*subject, *predicate, *object}, scope};
}

std::optional<QuadPattern> Planning::resolve(const parser::TermPattern& pattern) const {
  const auto subject = resolve(pattern.subject), predicate = resolve(pattern.predicate),
             object = resolve(pattern.object);
  if (!subject || !predicate || !object) return std::nullopt;
  return QuadPattern{{*subject, *predicate, *object}, GraphScope::of_triple(pattern.term)};
}

double Planning::rows_in(const GraphScope& scope) const {
  using Kind = GraphScope::Kind;
  if (scope.kind == Kind::default_graph) {
    const GraphStatistics* const unnamed = data.statistics(false);
    return unnamed ? static_cast<double>(unnamed->rows()) : 0;
  }
  if (scope.kind == Kind::everything) return rows_in(GraphScope::unnamed_part()) + rows_in(scope.named_part());
  AccessPath all;
  all.permutation = Permutation::gspo;
  if (scope.kind == Kind::one) {
    all.prefix = {scope.graph};
  } else {
    all.permutation = Permutation::spog;
    all.allowed_graphs = scope.allowed;
  }
  return static_cast<double>(counts.rows(all));
}

void Planning::remark(std::string text) {
  if (std::find(remarks.begin(), remarks.end(), text) == remarks.end()) remarks.push_back(std::move(text));
}

}  // namespace quadrille::query
