#include "query/plan/planner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "query/operators/canonical_terms.hpp"
#include "query/operators/distinct.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/operators/union.hpp"
#include "query/plan/late_join.hpp"

namespace quadrille::query {

namespace {

// True for subqueries: Project, with the modifiers on top of it.
bool hides_variables(const parser::Algebra& algebra) {
  return std::holds_alternative<parser::Project>(algebra.node) ||
         std::holds_alternative<parser::Distinct>(algebra.node) ||
         std::holds_alternative<parser::Reduced>(algebra.node) || std::holds_alternative<parser::Slice>(algebra.node);
}

}  // namespace

bool is_join_group(const parser::Algebra& algebra) {
  return std::holds_alternative<parser::Bgp>(algebra.node) || std::holds_alternative<parser::Join>(algebra.node) ||
         std::holds_alternative<parser::Filter>(algebra.node);
}

Planner::Planner(const Snapshot& snapshot, RowCounts& counts, QueryDictionary& dictionary,
                 std::vector<std::string> variables, const parser::Dataset& dataset, PlannerOptions options)
    : snapshot_(snapshot),
      counts_(counts),
      dictionary_(dictionary),
      variables_(std::move(variables)),
      options_(options) {
  resolve_dataset(dataset);
}

OperatorPtr Planner::plan(const parser::Algebra& algebra, const VariableSet& wanted) {
  return plan_in(algebra, PatternScope{default_scope_, nullptr, {}}, wanted);
}

// One function for each operator of the algebra.
struct Planner::Visitor {
  Planner& planner;
  const parser::Algebra& algebra;
  const PatternScope& scope;
  const VariableSet& wanted;

  OperatorPtr operator()(const parser::Bgp&) const { return planner.plan_join_group(algebra, scope, wanted); }
  OperatorPtr operator()(const parser::Join&) const { return planner.plan_join_group(algebra, scope, wanted); }
  OperatorPtr operator()(const parser::Filter&) const { return planner.plan_join_group(algebra, scope, wanted); }
  OperatorPtr operator()(const parser::LeftJoin& join) const { return planner.plan_left_join(join, scope, wanted); }
  OperatorPtr operator()(const parser::Minus& minus) const { return planner.plan_minus(minus, scope, wanted); }
  OperatorPtr operator()(const parser::Graph& graph) const { return planner.plan_graph(graph, scope, wanted); }
  OperatorPtr operator()(const parser::Values& values) const { return planner.plan_values(values, scope); }
  OperatorPtr operator()(const parser::Extend& extend) const { return planner.plan_extend(extend, scope, wanted); }
  OperatorPtr operator()(const parser::Group& group) const { return planner.plan_group(group, scope); }
  OperatorPtr operator()(const parser::Slice& slice) const { return planner.plan_slice(slice, scope, wanted); }
  OperatorPtr operator()(const parser::OrderBy& order) const {
    return planner.plan_order(order, scope, wanted, std::nullopt);
  }
  OperatorPtr operator()(const parser::Project& project) const {
    return planner.plan_project(project, scope, std::nullopt);
  }
  OperatorPtr operator()(const parser::Reduced& reduced) const {
    return planner.plan_in(*reduced.child, scope, wanted);
  }
  OperatorPtr operator()(const parser::Distinct& distinct) const {
    if (OperatorPtr keys = planner.plan_distinct_keys(*distinct.child, scope)) {
      return planner.distinct(std::move(keys));
    }
    // All columns count, even if they are not wanted.
    const VariableSet all = scope_of(*distinct.child);
    return planner.distinct(planner.plan_together(*distinct.child, scope, all, {all.list()}));
  }
  OperatorPtr operator()(const parser::Union& both) const {
    std::vector<OperatorPtr> children;
    double rows = 0;
    // Puts all branches into one operator; the parser makes a tree of them.
    std::vector<const parser::Algebra*> ahead{both.right.get(), both.left.get()};
    while (!ahead.empty()) {
      const parser::Algebra& branch = *ahead.back();
      ahead.pop_back();
      if (const auto* inner = std::get_if<parser::Union>(&branch.node)) {
        ahead.insert(ahead.end(), {inner->right.get(), inner->left.get()});
        continue;
      }
      children.push_back(planner.plan_in(branch, scope, wanted));
      rows += children.back()->estimated_rows;
    }
    auto joined = std::make_unique<Union>(std::move(children));
    joined->estimated_rows = rows;
    return joined;
  }
  OperatorPtr operator()(const parser::PathPattern& path) const { return planner.plan_path(path, scope); }
  OperatorPtr operator()(const parser::Service& service) const { return planner.plan_service(service, scope, wanted); }
};

OperatorPtr Planner::visit(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted) {
  options_.watch.look();
  OperatorPtr made = std::visit(Visitor{*this, algebra, scope, wanted}, algebra.node);
  options_.watch.see(*made);
  return made;
}

OperatorPtr Planner::plan_in(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted) {
  if (const auto handed = handed_down_.find(&algebra); handed != handed_down_.end()) {
    Conditions conditions = std::move(handed->second);
    handed_down_.erase(handed);
    return plan_filtered(algebra, std::move(conditions), scope, wanted);
  }
  if (bind_join_rows_ && !may_pass_bind_join_rows(algebra)) return plan_with(nullptr, algebra, scope, wanted);
  if (!scope.outer) return visit(algebra, scope, wanted);
  if (is_join_group(algebra)) return plan_join_group(algebra, scope, wanted);
  if (joins_late(algebra, scope.seen)) {
    VariableSet needed = wanted;
    needed.add(scope.seen);
    return with_outer_bindings(visit(algebra, scope.plain(), needed), scope);
  }
  const PatternScope inside = hides_variables(algebra) ? scope.narrowed(scope_of(algebra)) : scope;
  OperatorPtr child = visit(algebra, inside, wanted);
  const auto columns = scope.outer_columns();
  const bool complete =
      std::all_of(columns.begin(), columns.end(), [&](VariableId variable) { return child->schema().has(variable); });
  return complete ? std::move(child) : with_outer_bindings(std::move(child), scope);
}

OperatorPtr Planner::gathered(OperatorPtr child) const {
  return moved(std::move(child), Distribution::first());
}

OperatorPtr Planner::moved(OperatorPtr child, Distribution to) const {
  if (options_.team_size == 1 || child->schema().distribution == to) return child;
  const double rows = child->estimated_rows;
  auto exchange = std::make_unique<Exchange>(std::move(child), to);
  exchange->estimated_rows = rows;
  return exchange;
}

OperatorPtr Planner::distinct(OperatorPtr child) const {
  std::vector<VariableId> all;
  for (const ColumnInfo& column : child->schema().columns) all.push_back(column.variable);
  child = canonical(std::move(child), all);
  const Schema& schema = child->schema();
  const bool together =
      schema.distribution.kind == Distribution::Kind::first ||
      (schema.distribution.kind == Distribution::Kind::by && schema.has(schema.distribution.variable));
  const double rows = child->estimated_rows;
  if (options_.team_size > 1 && !together) {
    child = all.empty() ? gathered(std::move(child)) : OperatorPtr(std::make_unique<Exchange>(std::move(child), all));
  }
  auto unique = std::make_unique<Distinct>(std::move(child), options_.choices.grouping);
  unique->estimated_rows = rows;
  return unique;
}

OperatorPtr Planner::canonical(OperatorPtr child, std::span<const VariableId> variables) const {
  std::vector<VariableId> local;
  for (const VariableId variable : variables) {
    const auto column = child->schema().column_of(variable);
    if (column && child->schema().columns[*column].maybe_local) local.push_back(variable);
  }
  if (local.empty()) return child;
  const double rows = child->estimated_rows;
  auto made = std::make_unique<CanonicalTerms>(std::move(child), local, options_.team_size);
  made->estimated_rows = rows;
  return made;
}

VariableId Planner::new_variable(std::string name) {
  variables_.push_back(std::move(name));
  return static_cast<VariableId>(variables_.size() - 1);
}

}  // namespace quadrille::query
