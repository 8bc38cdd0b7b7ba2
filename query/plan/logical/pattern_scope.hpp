#pragma once

// A PatternScope describes the surroundings in which a pattern is evaluated: its graphs and, inside EXISTS, the outer
// solutions with which every group begins (SPARQL 1.2 Query, 18.3.2.6, ContextSolution). A plan works on all graphs of
// GRAPH ?g and on all outer solutions at once: hidden columns state to which of them a row belongs.

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "query/table/quad_pattern.hpp"
#include "query/table/variables.hpp"

namespace quadrille::query {

// The variables that rows bind.
struct Bindings {
  VariableSet columns;    // that rows may bind
  VariableSet certain;    // that every row binds
  VariableSet resources;  // that are bound to IRIs and blank nodes alone, if at all
};

// The solutions outside of a pattern that is evaluated with them (query/operators/dependent_rows.hpp).
struct DependentInput : Bindings {
  std::vector<VariableId> variables;  // whose different bindings are numbered
  VariableId number = 0;              // the column of numbers; no other DependentInput of the query has the same
  double rows = 0;                    // estimated, of an ordered plan
};
using DependentInputPtr = std::shared_ptr<const DependentInput>;

struct PatternScope : GraphScope {
  DependentInputPtr outer;  // nullptr: no outer solutions
  VariableSet seen;         // variables of outer->variables that are visible here, and outer->number
  // Bound if the outer solution binds any variable, as MINUS has to know; in `seen`, unless none is ever bound.
  // nullopt: every outer solution binds one, or no MINUS asks.
  std::optional<VariableId> witness = {};
  VariableSet above_groups = {};  // hidden above the groups of a subquery

  // The same graphs without outer solutions.
  PatternScope plain() const { return {static_cast<const GraphScope&>(*this), nullptr, {}}; }
  // The same outer solutions in other graphs.
  PatternScope in(GraphScope graphs) const { return {std::move(graphs), outer, seen, witness, above_groups}; }
  PatternScope hiding(const VariableSet& variables) const {
    PatternScope scope = *this;
    scope.seen = seen.without(variables);
    scope.above_groups = above_groups.without(variables);
    return scope;
  }
  // The scope of a subquery that computes these variables of `seen` from groups: its pattern sees them.
  PatternScope hiding_above_groups(const VariableSet& variables) const {
    PatternScope scope = hiding(variables);
    scope.above_groups = variables;
    return scope;
  }
  PatternScope below_groups() const {
    PatternScope scope = *this;
    scope.seen.add(above_groups);
    scope.above_groups = {};
    return scope;
  }

  // The hidden columns that state the graph and the outer solution of a row; every row binds them.
  std::vector<VariableId> keys() const {
    std::vector<VariableId> all;
    if (kind == Kind::each) all.push_back(*graph.variable);
    if (outer) all.push_back(outer->number);
    return all;
  }
  // The columns that a plan has of each outer solution, except its number.
  std::vector<VariableId> outer_columns() const {
    std::vector<VariableId> columns;
    for (const VariableId variable : outer->variables) {
      if (seen.has(variable) || (kind == Kind::each && variable == *graph.variable)) columns.push_back(variable);
    }
    return columns;
  }
  bool outer_has_graph() const {
    const auto& all = outer->variables;
    return kind == Kind::each && std::find(all.begin(), all.end(), *graph.variable) != all.end();
  }
};

}  // namespace quadrille::query
