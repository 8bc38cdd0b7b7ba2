// Group graph patterns and OPTIONAL.

#include <algorithm>

#include "query/plan/logical/foreign_use.hpp"
#include "query/plan/logical/late_join.hpp"
#include "query/plan/logical/translate.hpp"

namespace quadrille::query {

using logical::Conditions;
using logical::JoinGroup;
using logical::make;
using logical::NodePtr;

namespace {

// True for patterns and joins of patterns: every solution binds all their variables.
bool only_patterns(const parser::Algebra& algebra) {
  if (std::holds_alternative<parser::Bgp>(algebra.node)) return true;
  const auto* join = std::get_if<parser::Join>(&algebra.node);
  return join && only_patterns(*join->left) && only_patterns(*join->right);
}

// A FILTER sees only the variables of its own group. It may be tested on the whole join if all variables that it reads
// are bound in its group anyway.
bool may_lift(const parser::Filter& filter, bool outermost) {
  if (outermost) return true;
  if (!only_patterns(*filter.child)) return false;
  const VariableSet scope = scope_of(*filter.child);
  return std::all_of(filter.conditions.begin(), filter.conditions.end(), [&](const auto& condition) {
    return !has_exists(condition) && is_stable(condition) && scope.includes(variables_of(condition));
  });
}

// The parts of a group graph pattern, in the order of the text.
struct Parts {
  std::vector<const parser::TriplePattern*> patterns;
  std::vector<const parser::TermPattern*> terms;
  std::vector<const parser::Algebra*> tables;
  std::vector<const parser::Algebra*> services;
  Conditions conditions;

  void collect(const Planning& planning, const parser::Algebra& algebra, bool outermost) {
    if (const auto* bgp = std::get_if<parser::Bgp>(&algebra.node)) {
      for (const auto& pattern : bgp->patterns) patterns.push_back(&pattern);
      for (const auto& term : bgp->terms) terms.push_back(&term);
    } else if (const auto* join = std::get_if<parser::Join>(&algebra.node)) {
      collect(planning, *join->left, false);
      collect(planning, *join->right, false);
    } else if (const auto* filter = std::get_if<parser::Filter>(&algebra.node);
               filter && may_lift(*filter, outermost)) {
      for (const auto& condition : filter->conditions) split_conjunction(condition, conditions);
      collect(planning, *filter->child, outermost);
    } else {
      (asks_services(planning, algebra) ? services : tables).push_back(&algebra);
    }
  }
};

VariableSet variables_of_pattern(const parser::TriplePattern& pattern, const PatternScope& scope) {
  VariableSet set;
  for (const auto* node : {&pattern.subject, &pattern.predicate, &pattern.object}) {
    if (const auto* variable = std::get_if<VariableId>(node)) set.add(*variable);
  }
  if (scope.kind == GraphScope::Kind::each) set.add(*scope.graph.variable);
  return set;
}

VariableSet resources_of(const parser::TriplePattern& pattern) {
  VariableSet set;
  for (const auto* node : {&pattern.subject, &pattern.predicate}) {
    if (const auto* variable = std::get_if<VariableId>(node)) set.add(*variable);
  }
  return set;
}

VariableSet variables_of_term(const parser::TermPattern& pattern) {
  VariableSet set;
  set.add(pattern.term);
  for (const auto* node : {&pattern.subject, &pattern.predicate, &pattern.object}) {
    if (const auto* variable = std::get_if<VariableId>(node)) set.add(*variable);
  }
  return set;
}

// False: a term of a pattern is not in the database, so the group has no solution.
bool add_patterns(Planning& planning, const Parts& parts, const PatternScope& scope, JoinGroup& group) {
  std::vector<const parser::TriplePattern*> of_classes;
  for (const auto* pattern : parts.patterns) {
    planning.options.watch.look();
    if (is_ignored_hint(*pattern, {planning.data, planning.counts, planning.dictionary})) {
      planning.remark(remark_of_hint(*pattern));
      continue;
    }
    if (planning.has_classes(scope)) {
      of_classes.push_back(pattern);
      continue;
    }
    auto resolved = planning.resolve(*pattern, scope);
    if (!resolved) return false;
    group.patterns.push_back({std::move(*resolved), variables_of_pattern(*pattern, scope), resources_of(*pattern)});
  }
  for (const auto* pattern : parts.terms) {
    auto resolved = planning.resolve(*pattern);
    if (!resolved) return false;
    VariableSet object;
    if (const auto* variable = std::get_if<VariableId>(&pattern->object)) object.add(*variable);
    const VariableSet variables = variables_of_term(*pattern);
    group.patterns.push_back({std::move(*resolved), variables, variables.without(object)});
  }
  return add_meant_patterns(planning, of_classes, scope, group);
}

VariableSet everything(const Parts& parts, const PatternScope& scope) {
  VariableSet set;
  for (const auto* pattern : parts.patterns) set.add(variables_of_pattern(*pattern, scope));
  for (const auto* pattern : parts.terms) set.add(variables_of_term(*pattern));
  for (const auto* list : {&parts.tables, &parts.services}) {
    for (const auto* table : *list) set.add(scope_of(*table));
  }
  return set;
}

void add_tables(Planning& planning, const Parts& parts, const PatternScope& scope, JoinGroup& group) {
  for (const auto* table : parts.tables) {
    group.tables.push_back(translate(planning, *table, joins_late(*table, scope.seen) ? scope.plain() : scope));
  }
  // The outer solutions are one part more, which the others can be looked up for.
  const bool is_empty = group.patterns.empty() && group.tables.empty();
  if (scope.outer && !is_empty) group.tables.push_back(outer_bindings(scope));
  if (is_empty && (parts.services.empty() || !scope.keys().empty())) group.tables.push_back(unit(scope));
  for (const auto* part : parts.services) {
    // The graph of GRAPH ?g and the outer solutions are bound by then, and a service does not look at them.
    const bool is_service = std::holds_alternative<parser::Service>(part->node);
    const PatternScope inside = is_service                      ? PatternScope{planning.default_scope, nullptr, {}}
                                : joins_late(*part, scope.seen) ? scope.plain()
                                                                : scope;
    group.services.push_back(translate(planning, *part, inside));
  }
}

}  // namespace

void split_conjunction(const parser::Expression& expression, Conditions& out) {
  if (expression.kind == parser::ExpressionKind::logical_and) {
    for (const parser::Expression& argument : expression.arguments) split_conjunction(argument, out);
  } else {
    out.push_back(&expression);
  }
}

NodePtr translate_group(Planning& planning, const parser::Algebra& algebra, const PatternScope& scope) {
  Parts parts;
  parts.collect(planning, algebra, true);
  planning.options.watch.expect_joins(parts.patterns.size() + parts.tables.size());
  Conditions plain, with_exists;
  for (const auto* condition : parts.conditions) (has_exists(*condition) ? with_exists : plain).push_back(condition);
  JoinGroup group;
  group.is_dependent = scope.outer != nullptr;
  group.always = scope.seen;
  for (const VariableId key : scope.keys()) group.always.add(key);
  NodePtr node;
  if (add_patterns(planning, parts, scope, group)) {
    add_tables(planning, parts, scope, group);
    group.conditions = std::move(plain);
    node = make(std::move(group));
  } else {
    node = nothing(everything(parts, scope), scope);
  }
  return filtered(planning, std::move(node), with_exists, scope);
}

NodePtr translate_left_join(Planning& planning, const parser::LeftJoin& join, const PatternScope& scope) {
  NodePtr left = translate(planning, *join.left, scope);
  const PatternScope right_scope = joins_late(*join.right, scope.seen) ? scope.plain() : scope;
  NodePtr right = translate(planning, *join.right, right_scope);
  left = std::holds_alternative<parser::Bgp>(join.right->node) ? keyed(std::move(left), scope)
                                                               : keyed_as(*right, std::move(left), scope);
  Conditions conditions, of_right, of_both;
  for (const auto& condition : join.conditions) split_conjunction(condition, conditions);
  VariableSet bindable = left->columns;
  bindable.add(right->columns);
  for (const auto* condition : conditions) {
    const VariableSet looked_at = variables_of(*condition);
    const VariableSet seen = has_exists(*condition) ? both(looked_at, bindable) : looked_at;
    const bool is_of_right = right->certain.includes(seen) && !compares_domains(*condition);
    (is_of_right ? of_right : of_both).push_back(condition);
  }
  right = filtered(planning, std::move(right), of_right, right_scope);
  const auto has = [](const parser::Expression* condition) { return has_exists(*condition); };
  if (std::none_of(of_both.begin(), of_both.end(), has)) {
    return make(logical::Join{JoinKind::left, std::move(left), std::move(right), std::move(of_both), 0, {}});
  }
  // Every pair of a different left row and a compatible right row is made and tested.
  const auto outer = dependent_input(planning, *left, left->columns.list());
  std::vector<VariableId> columns = right->columns.list();
  columns.insert(columns.begin(), outer->number);
  NodePtr pairs = make(logical::Join{
      JoinKind::inner, make(logical::DependentScan{outer, outer->variables}), std::move(right), {}, 0, {}});
  pairs = logical::project(filtered(planning, std::move(pairs), of_both, scope), columns);
  NodePtr joined = make(
      logical::Join{JoinKind::left, make(logical::DependentScan{outer, std::nullopt}), std::move(pairs), {}, 0, {}});
  return make(logical::DependentJoin{std::move(left), outer, logical::without(std::move(joined), {outer->number})});
}

namespace {

// Operators that keep the solutions of their parts.
struct KeepsSolutions {
  std::vector<const parser::Algebra*> operator()(const parser::Join& node) const { return {&*node.left, &*node.right}; }
  std::vector<const parser::Algebra*> operator()(const parser::Union& node) const {
    return {&*node.left, &*node.right};
  }
  std::vector<const parser::Algebra*> operator()(const parser::LeftJoin& node) const { return {&*node.left}; }
  std::vector<const parser::Algebra*> operator()(const parser::Minus& node) const { return {&*node.left}; }
  std::vector<const parser::Algebra*> operator()(const parser::Filter& node) const { return {&*node.child}; }
  std::vector<const parser::Algebra*> operator()(const parser::Extend& node) const { return {&*node.child}; }
  std::vector<const parser::Algebra*> operator()(const parser::Graph& node) const { return {&*node.child}; }
  template <class Node>
  std::vector<const parser::Algebra*> operator()(const Node&) const {
    return {};
  }
};

}  // namespace

bool asks_services(const Planning& planning, const parser::Algebra& algebra) {
  if (std::holds_alternative<parser::Service>(algebra.node)) return true;
  if (const auto* invoke = std::get_if<parser::Invoke>(&algebra.node)) {
    return !read_beside(*invoke, planning.options.callees.procedures).empty();
  }
  for (const parser::Algebra* part : std::visit(KeepsSolutions(), algebra.node)) {
    if (asks_services(planning, *part)) return true;
  }
  return false;
}

}  // namespace quadrille::query
