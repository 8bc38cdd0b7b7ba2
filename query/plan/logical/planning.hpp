#pragma once

// Planning holds what all steps of planning one query share: the data, the options, and the names and expressions that
// the steps make. The steps are functions; they pass everything else as arguments.

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "parser/query.hpp"
#include "query/index/row_counts.hpp"
#include "query/plan/logical/operator_choices.hpp"
#include "query/plan/logical/plan_trace.hpp"
#include "query/plan/logical/plan_watch.hpp"
#include "query/plan/logical/rules.hpp"
#include "query/procedures/callees.hpp"
#include "query/table/quad_pattern.hpp"
#include "query/table/variables.hpp"
#include "query/terms/constant_cache.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

class OrderMemory;

struct PlannerOptions {
  int team_size = 1;
  bool apart = false;                // plans for images that read their own shards alone, also if all are open here
  bool union_default_graph = false;  // the default graph contains all triples of all graphs
  Callees callees = {};
  PlanWatch watch;
  OrderMemory* orders = nullptr;        // join orders made before; nullptr: each is made anew
  ConstantMemory* constants = nullptr;  // used if all terms can be found here
  OperatorChoices choices = {};
  PlanTrace* trace = nullptr;  // nullptr: the steps are not recorded
};

struct Planning {
  // `names` are the query's variables; those of the planner follow them. `dataset`: that of the query (13.2).
  Planning(const GraphView& view, RowCounts& counts, QueryDictionary& dictionary, std::vector<std::string> names,
           const parser::Dataset& dataset, PlannerOptions options);
  Planning(const Planning&) = delete;
  Planning& operator=(const Planning&) = delete;

  VariableId new_variable(std::string name);
  // True if the query names the variable. Solutions do not contain blank nodes of patterns, or variables between the
  // steps of a path.
  bool is_named(VariableId variable) const {
    return !variables[variable].starts_with("_:") && !variables[variable].starts_with(".");
  }
  // Keeps an expression that a step has made; the address stays valid.
  const parser::Expression* own(parser::Expression expression);

  // nullopt: the term is not in the database, or no quad is in the graphs, so that the pattern has no solutions.
  std::optional<Slot> resolve(const parser::Node& node) const;
  std::optional<QuadPattern> resolve(const parser::TriplePattern& pattern, const GraphScope& scope) const;
  std::optional<QuadPattern> resolve(const parser::TermPattern& pattern) const;

  // True if an image that runs the plan reads its own shards alone.
  bool is_apart() const { return options.apart || !data.is_whole(); }
  bool verifies() const { return options.choices.verifies || options.trace; }
  // The number of rows in the graphs, as far as they can be read; a guess if they have not been counted (RowCounts).
  double rows_in(const GraphScope& scope) const;
  // Adds a remark, once.
  void remark(std::string text);

  // True if rows of these graphs are stored by the representatives of equal terms.
  bool has_classes(const GraphScope& scope) const {
    return equal != nullptr &&
           (scope.kind == GraphScope::Kind::default_graph || scope.kind == GraphScope::Kind::everything);
  }

  const GraphView& data;
  const EqualTerms* equal;  // data.classes()
  RowCounts& counts;
  QueryDictionary& dictionary;
  PlannerOptions options;
  std::vector<std::string> variables;
  GraphScope default_scope;          // of patterns outside GRAPH
  GraphListPtr named_graphs;         // of the dataset and the view; nullptr: all
  std::vector<std::string> remarks;  // parts of the query that the plan ignores, in words
  RuleLog fired;
  std::size_t depth = 0;  // of the tree that is being translated

 private:
  std::deque<parser::Expression> expressions_;
};

}  // namespace quadrille::query
