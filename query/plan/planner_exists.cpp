// EXISTS: a join with its pattern. If the pattern must see the outer rows (late_join.hpp), it is evaluated with them:
// the rows are kept and numbered, the pattern is planned with their bindings, and the numbers in its solutions are
// those of the rows that have a solution.

#include <fmt/format.h>

#include "query/index/cardinality.hpp"
#include "query/operators/distinct.hpp"
#include "query/operators/project.hpp"
#include "query/operators/union.hpp"
#include "query/plan/late_join.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

using parser::Expression;

// The fraction of rows that a test keeps, for the estimates above it.
constexpr double kSelectivity = 0.5;

VariableSet columns_of(const Operator& table) {
  VariableSet set;
  for (const ColumnInfo& column : table.schema().columns) set.add(column.variable);
  return set;
}

Expression is_bound(VariableId variable) {
  Expression argument;
  argument.kind = parser::ExpressionKind::variable;
  argument.variable = variable;
  Expression call;
  call.kind = parser::ExpressionKind::function;
  call.builtin = parser::Builtin::bound;
  call.arguments.push_back(std::move(argument));
  return call;
}

}  // namespace

OperatorPtr Planner::exists_join(OperatorPtr left, const parser::Algebra& exists, ExistsTest test,
                                 const PatternScope& scope) {
  const parser::Algebra* pattern = &exists;
  const VariableSet outer = columns_of(*left);
  const double rows = left->estimated_rows;
  const double rows_after = test.kind == JoinKind::mark ? rows : rows * kSelectivity;

  // Conditions of the pattern's outermost FILTER that read outer variables are tested on pairs.
  Conditions inner, across;
  if (const auto* filter = std::get_if<parser::Filter>(&pattern->node)) {
    const VariableSet own = certain_in(*filter->child);
    for (const Expression& condition : filter->conditions) {
      const bool looks_outside = !own.includes(both(outer, variables_of(condition)));
      if (looks_outside && has_exists(condition)) return exists_with_rows(std::move(left), exists, test, scope);
      (looks_outside ? across : inner).push_back(condition);
    }
    pattern = filter->child.get();
  }
  // The existence of a solution does not depend on an OPTIONAL that no condition reads.
  if (inner.empty() && across.empty()) {
    while (const auto* optional = std::get_if<parser::LeftJoin>(&pattern->node)) pattern = optional->left.get();
  }
  if (!joins_late(*pattern, outer)) {
    const bool whole = !inner.empty() || !across.empty();
    return exists_with_rows(std::move(left), whole ? exists : *pattern, test, scope);
  }

  OperatorPtr joined;
  const auto* bgp = std::get_if<parser::Bgp>(&pattern->node);
  if (bgp) left = keyed(std::move(left), scope);
  if (bgp && bgp->patterns.size() == 1 && inner.empty() && across.empty() &&
      scope.kind != GraphScope::Kind::everything) {
    const auto resolved = resolve(bgp->patterns.front(), scope);
    if (resolved && pays_to_test(*left, *resolved)) joined = semi_join(test.kind, left, *resolved, test.mark);
    if (!joined && resolved && test.kind != JoinKind::mark && can_look_up(test.kind, *left, *resolved) &&
        rows * 4 < estimate_pattern(snapshot_, counts_, *resolved).rows) {
      joined = index_join(test.kind, std::move(left), *resolved, {});
    }
  }
  if (!joined) {
    VariableSet wanted = outer;
    for (const Expression& condition : across) wanted.add(variables_of(condition));
    for (const Expression& condition : inner) wanted.add(variables_of(condition));
    const PatternScope apart = scope.plain();
    OperatorPtr right = plan_beside(left, *pattern, inner, apart, wanted);
    left = keyed_as(*right, std::move(left), scope);
    const std::vector<VariableId> value_keys = add_value_keys(left, right, across);
    joined = hash_join(test.kind, std::move(left), std::move(right), {std::move(across), test.mark, {}});
    joined = without(std::move(joined), value_keys);
  }
  joined->estimated_rows = rows_after;
  return joined;
}

OperatorPtr Planner::exists_with_rows(OperatorPtr left, const parser::Algebra& pattern, ExistsTest test,
                                      const PatternScope& scope) {
  left = keyed(std::move(left), scope);
  VariableSet seen = both(columns_of(*left), variables_of(pattern));
  VariableSet kept = seen;
  if (scope.kind == GraphScope::Kind::each) kept.add(*scope.graph.variable);
  left = canonical(std::move(left), kept.list());
  const double rows = left->estimated_rows;
  const auto outer = dependent_rows(*left, kept.list());
  const PatternScope inside{static_cast<const GraphScope&>(scope), outer, std::move(seen)};

  const auto number = std::vector{outer->number()};
  OperatorPtr solutions = plan_with(nullptr, pattern, inside, {});  // a join above has other variables
  const double found = solutions->estimated_rows;
  solutions =
      std::make_unique<Distinct>(std::make_unique<Project>(std::move(solutions), number), options_.choices.grouping);
  solutions->estimated_rows = std::min(found, rows);
  OperatorPtr tested =
      hash_join(test.kind, std::make_unique<DependentRowsScan>(outer), std::move(solutions), {{}, test.mark, {}});
  tested = std::make_unique<WithDependentRows>(std::move(left), outer, without(std::move(tested), {outer->number()}));
  tested->estimated_rows = test.kind == JoinKind::mark ? rows : rows * kSelectivity;
  return tested;
}

// OPTIONAL with EXISTS in its condition: makes and tests every pair of a different left row and a compatible right
// row.
OperatorPtr Planner::plan_left_join_by_pairs(OperatorPtr left, OperatorPtr right, const Conditions& conditions,
                                             const PatternScope& scope) {
  const std::vector<VariableId> all = columns_of(*left).list();
  left = canonical(std::move(left), all);
  const auto outer = dependent_rows(*left, all);
  const double rows = left->estimated_rows;
  std::vector<VariableId> columns{outer->number()};
  for (const ColumnInfo& column : right->schema().columns) columns.push_back(column.variable);
  OperatorPtr pairs = hash_join(JoinKind::inner, std::make_unique<DependentRowsScan>(outer, all), std::move(right));
  pairs = filtered(std::move(pairs), conditions, scope);
  const double found = pairs->estimated_rows;
  pairs = std::make_unique<Project>(std::move(pairs), columns);
  pairs->estimated_rows = found;
  OperatorPtr joined = hash_join(JoinKind::left, std::make_unique<DependentRowsScan>(outer), std::move(pairs));
  joined = std::make_unique<WithDependentRows>(std::move(left), outer, without(std::move(joined), {outer->number()}));
  joined->estimated_rows = std::max(rows, found);
  return joined;
}

std::shared_ptr<DependentRows> Planner::dependent_rows(const Operator& of, std::vector<VariableId> variables) {
  const VariableId number = new_variable(fmt::format(".row{}", variables_.size()));
  return std::make_shared<DependentRows>(of.schema(), std::move(variables), number, of.estimated_rows);
}

OperatorPtr Planner::outer_bindings(const PatternScope& scope) const {
  return std::make_unique<DependentRowsScan>(scope.outer, scope.outer_columns());
}

OperatorPtr Planner::with_outer_bindings(OperatorPtr child, const PatternScope& scope) const {
  OperatorPtr outer = outer_bindings(scope);
  const bool builds_outer = outer->estimated_rows <= child->estimated_rows;
  return builds_outer ? hash_join(JoinKind::inner, std::move(child), std::move(outer))
                      : hash_join(JoinKind::inner, std::move(outer), std::move(child));
}

OperatorPtr Planner::with_paths_of_no_length(OperatorPtr found, VariableId subject, VariableId object,
                                             const PatternScope& scope) {
  std::vector<OperatorPtr> all;
  double rows = found->estimated_rows;
  all.push_back(std::move(found));
  for (const VariableId end : {subject, object}) {
    if (!scope.seen.has(end)) continue;
    std::vector<std::pair<VariableId, VariableId>> columns{{subject, end}};
    if (object != subject) columns.emplace_back(object, end);
    for (const VariableId key : scope.keys()) columns.emplace_back(key, key);
    OperatorPtr bound = filtered(unit(scope), {is_bound(end)}, scope);
    rows += bound->estimated_rows;
    const double ends = bound->estimated_rows;
    OperatorPtr to_itself = std::make_unique<Project>(std::move(bound), columns);
    to_itself->estimated_rows = ends;
    all.push_back(with_outer_bindings(std::move(to_itself), scope));  // the other end may be an outer value
  }
  OperatorPtr united = std::make_unique<Union>(std::move(all));
  united->estimated_rows = rows;
  return distinct(std::move(united));
}

OperatorPtr Planner::keyed(OperatorPtr child, const PatternScope& scope) const {
  for (const VariableId key : scope.keys()) {
    const auto column = child->schema().column_of(key);
    if (column && !child->schema().columns[*column].maybe_unbound) continue;
    return hash_join(JoinKind::inner, std::move(child), unit(scope));
  }
  return child;
}

OperatorPtr Planner::keyed_as(const Operator& right, OperatorPtr left, const PatternScope& scope) const {
  const std::vector<VariableId> keys = scope.keys();
  const bool has_keys = std::any_of(keys.begin(), keys.end(), [&](VariableId key) { return right.schema().has(key); });
  return has_keys ? keyed(std::move(left), scope) : std::move(left);
}

}  // namespace quadrille::query
