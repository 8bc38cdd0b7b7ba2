#pragma once

// What a pattern is evaluated in: the graphs that it is matched in; and, inside of EXISTS, the solutions outside, whose
// bindings it sees (SPARQL 1.1 Query, 18.6, substitute). A plan works on all graphs of GRAPH ?g and on all outer
// solutions at once: rows carry hidden columns that say to which one they belong.

#include <algorithm>

#include "query/operators/dependent_rows.hpp"
#include "query/table/quad_pattern.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

struct PatternScope : GraphScope {
  std::shared_ptr<const DependentRows> outer;  // null: nothing is seen from outside
  VariableSet seen;                            // of outer->variables(): those that are visible here

  // The same graphs, nothing from outside.
  PatternScope plain() const { return {static_cast<const GraphScope&>(*this), nullptr, {}}; }
  // The same outer solutions, other graphs.
  PatternScope in(GraphScope graphs) const { return {std::move(graphs), outer, seen}; }
  // Only these variables are seen from outside.
  PatternScope narrowed(const VariableSet& to) const {
    PatternScope scope = *this;
    scope.seen = both(seen, to);
    return scope;
  }
  PatternScope hiding(const VariableSet& variables) const {
    PatternScope scope = *this;
    scope.seen = seen.without(variables);
    return scope;
  }

  // The hidden columns that say which graph and which outer solution a row belongs to: every row binds them.
  std::vector<VariableId> keys() const {
    std::vector<VariableId> all;
    if (kind == Kind::each) all.push_back(*graph.variable);
    if (outer) all.push_back(outer->number());
    return all;
  }
  // What a plan has of each outer solution, but for its number.
  std::vector<VariableId> outer_columns() const {
    std::vector<VariableId> columns;
    for (const VariableId variable : outer->variables()) {
      if (seen.has(variable) || (kind == Kind::each && variable == *graph.variable)) columns.push_back(variable);
    }
    return columns;
  }
  bool outer_has_graph() const {
    const auto& all = outer->variables();
    return kind == Kind::each && std::find(all.begin(), all.end(), *graph.variable) != all.end();
  }
};

}  // namespace quadrille::query
