#include "query/plan/logical/planning.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "quadstore/meant_terms.hpp"

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

// Those of `graphs` that can be read.
GraphList readable_of(const ReadableGraphs& readable, GraphList graphs) {
  if (!readable.named) return graphs;
  auto both = std::make_shared<std::vector<Huri>>();
  std::set_intersection(graphs->begin(), graphs->end(), readable.named->begin(), readable.named->end(),
                        std::back_inserter(*both));
  return both;
}

// Of a query without a dataset.
GraphScope usual_scope(const Statistics& statistics, const PlannerOptions& options) {
  using Kind = GraphScope::Kind;
  const ReadableGraphs& readable = options.readable;
  const GraphScope nothing{Kind::merged, {}, std::make_shared<const std::vector<Huri>>()};
  if (!options.union_default_graph) return readable.default_graph ? GraphScope() : nothing;
  const bool unnamed = readable.default_graph && statistics.default_graph.rows() > 0;
  const bool named = readable.named ? !readable.named->empty() : statistics.named_graphs.rows() > 0;
  if (!named) return readable.default_graph ? GraphScope() : nothing;
  return {unnamed ? Kind::everything : Kind::merged, {}, readable.named};
}

}  // namespace

Planning::Planning(const Snapshot& data, RowCounts& row_counts, QueryDictionary& terms, std::vector<std::string> names,
                   const parser::Dataset& dataset, PlannerOptions planner_options)
    : snapshot(data),
      equal(classes_of(data)),
      counts(row_counts),
      dictionary(terms),
      options(std::move(planner_options)),
      variables(std::move(names)) {
  using Kind = GraphScope::Kind;
  named_graphs = options.readable.named;
  if (dataset.empty()) {
    default_scope = usual_scope(snapshot.statistics(), options);
    return;
  }
  if (!dataset.all_named_graphs)
    named_graphs = readable_of(options.readable, find_graphs(dictionary, dataset.named_graphs));
  const GraphList merged = readable_of(options.readable, find_graphs(dictionary, dataset.default_graphs));
  if (merged->size() == 1) {
    default_scope = {Kind::one, Slot::of(merged->front()), nullptr};
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

double Planning::rows_in(const GraphScope& scope) const {
  using Kind = GraphScope::Kind;
  const Statistics& statistics = snapshot.statistics();
  if (scope.kind == Kind::default_graph) return static_cast<double>(statistics.default_graph.rows());
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
