// EXISTS in conditions and expressions: an Exists node, which a rule replaces (decorrelate_exists.cpp).

#include <fmt/format.h>

#include "query/plan/logical/translate.hpp"

namespace quadrille::query {

using logical::Conditions;
using logical::make;
using logical::NodePtr;
using parser::Expression;
using parser::ExpressionKind;

namespace {

bool is_exists(const Expression& expression) {
  return expression.kind == ExpressionKind::exists || expression.kind == ExpressionKind::not_exists;
}

// The expression with a mark in place of each EXISTS.
Expression marked(Planning& planning, const Expression& expression, NodePtr& child, const PatternScope& scope) {
  if (is_exists(expression)) {
    const VariableId mark = planning.new_variable(fmt::format(".exists{}", planning.variables.size()));
    child = make(logical::Exists{std::move(child), expression.pattern.get(), scope, JoinKind::mark, mark});
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
    copy.arguments.push_back(marked(planning, argument, child, scope));
  }
  return copy;
}

}  // namespace

const Expression* without_exists(Planning& planning, const Expression& expression, NodePtr& child,
                                 const PatternScope& scope) {
  if (!has_exists(expression)) return &expression;
  return planning.own(marked(planning, expression, child, scope));
}

NodePtr filtered(Planning& planning, NodePtr child, const Conditions& conditions, const PatternScope& scope) {
  Conditions plain, with_exists;
  for (const Expression* condition : conditions) (has_exists(*condition) ? with_exists : plain).push_back(condition);
  child = logical::filter(std::move(child), std::move(plain));
  for (const Expression* condition : with_exists) {
    const bool negation = condition->kind == ExpressionKind::logical_not;
    const Expression& inner = negation ? condition->arguments.front() : *condition;
    if (is_exists(inner)) {
      const bool negated = negation != (inner.kind == ExpressionKind::not_exists);
      const JoinKind kind = negated ? JoinKind::anti : JoinKind::semi;
      child = make(logical::Exists{std::move(child), inner.pattern.get(), scope, kind, 0});
    } else {
      const Expression* rest = without_exists(planning, *condition, child, scope);
      child = make(logical::Filter{std::move(child), {rest}});
    }
  }
  return child;
}

DependentInputPtr dependent_input(Planning& planning, const logical::Node& of, std::vector<VariableId> variables) {
  const VariableId number = planning.new_variable(fmt::format(".row{}", planning.variables.size()));
  return std::make_shared<const DependentInput>(DependentInput{of, std::move(variables), number});
}

}  // namespace quadrille::query
