// Conditions, and EXISTS in them: a semi-join if it stands alone, a mark column if it is part of an expression.

#include <fmt/format.h>

#include "query/operators/filter.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

using parser::Expression;
using parser::ExpressionKind;

// The fraction of rows that a part of the conditions keeps, for the estimates above it.
constexpr double kSelectivity = 0.5;

bool is_exists(const Expression& expression) {
  return expression.kind == ExpressionKind::exists || expression.kind == ExpressionKind::not_exists;
}

}  // namespace

OperatorPtr Planner::filtered(OperatorPtr child, const Conditions& conditions, const PatternScope& scope) {
  Conditions plain, with_exists;
  for (const Expression& condition : conditions) (has_exists(condition) ? with_exists : plain).push_back(condition);
  const auto keep = [&](Conditions kept) {
    if (kept.empty()) return;
    const double rows = child->estimated_rows * kSelectivity;
    const auto wanted = wanted_texts(kept, kBooleanKinds, {child.get()});
    child = readable(std::move(child), wanted);
    child = std::make_unique<Filter>(std::move(child), std::move(kept));
    child->estimated_rows = rows;
  };
  keep(std::move(plain));
  for (const Expression& condition : with_exists) {
    const bool negation = condition.kind == ExpressionKind::logical_not;
    const Expression& inner = negation ? condition.arguments.front() : condition;
    if (is_exists(inner)) {
      const bool negated = negation != (inner.kind == ExpressionKind::not_exists);
      child = exists_join(std::move(child), *inner.pattern, {negated ? JoinKind::anti : JoinKind::semi}, scope);
    } else {
      Expression rest = without_exists(condition, child, scope);
      keep({std::move(rest)});
    }
  }
  return child;
}

// The expression with a variable in place of each EXISTS; `child` gets a column for it.
Expression Planner::without_exists(const Expression& expression, OperatorPtr& child, const PatternScope& scope) {
  if (is_exists(expression)) {
    const VariableId mark = new_variable(fmt::format(".exists{}", variables_.size()));
    child = exists_join(std::move(child), *expression.pattern, {JoinKind::mark, mark}, scope);
    Expression variable;
    variable.kind = ExpressionKind::variable;
    variable.variable = mark;
    variable.position = expression.position;
    if (expression.kind == ExpressionKind::exists) return variable;
    Expression negated;
    negated.kind = ExpressionKind::logical_not;
    negated.position = expression.position;
    negated.arguments.push_back(std::move(variable));
    return negated;
  }
  if (!has_exists(expression)) return expression;
  // Arguments are visited before they are copied: an expression may be two thousand levels deep.
  Expression copy;
  copy.kind = expression.kind;
  copy.position = expression.position;
  copy.builtin = expression.builtin;
  copy.iri = expression.iri;
  copy.distinct = expression.distinct;
  for (const Expression& argument : expression.arguments) {
    copy.arguments.push_back(without_exists(argument, child, scope));
  }
  return copy;
}

}  // namespace quadrille::query
