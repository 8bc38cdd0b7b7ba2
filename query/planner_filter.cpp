// Conditions, and EXISTS in them: a semi-join where it stands alone, a mark column where it is part of an expression.

#include <fmt/format.h>

#include <algorithm>

#include "query/cardinality.hpp"
#include "query/filter.hpp"
#include "query/index_join.hpp"
#include "query/planner.hpp"

namespace quadrille::query {

namespace {

using parser::Expression;
using parser::ExpressionKind;

// What a part of the conditions keeps, for the estimates above.
constexpr double kSelectivity = 0.5;

bool is_exists(const Expression& expression) {
  return expression.kind == ExpressionKind::exists || expression.kind == ExpressionKind::not_exists;
}

// Expressions inside of a pattern that look at variables which only the surrounding solution binds. The substitution of
// 18.6 makes those visible at any depth; a join does so at the outermost FILTER only.
class OuterUses {
 public:
  explicit OuterUses(const VariableSet& outer) : outer_(outer) {}

  void check(const parser::Algebra& algebra) const {
    std::visit([&](const auto& node) { look(node); }, algebra.node);
  }

 private:
  void look(const parser::Bgp&) const {}
  void look(const parser::PathPattern&) const {}
  void look(const parser::Values&) const {}
  void look(const parser::Join& join) const { check(*join.left), check(*join.right); }
  void look(const parser::Union& both) const { check(*both.left), check(*both.right); }
  // 18.6 puts the outer solution into the right side too before it is evaluated; a join tests it afterwards, which is
  // not the same unless the left side binds what both look at.
  void look(const parser::Minus& minus) const {
    check(*minus.left), check(*minus.right);
    expect_bound_left(*minus.left, *minus.right, "MINUS");
  }
  void look(const parser::Graph& graph) const { check(*graph.child); }
  void look(const parser::Project& project) const { check(*project.child); }
  void look(const parser::Distinct& distinct) const { check(*distinct.child); }
  void look(const parser::Reduced& reduced) const { check(*reduced.child); }
  void look(const parser::Slice& slice) const { check(*slice.child); }
  void look(const parser::Service& service) const { check(*service.child); }
  void look(const parser::OrderBy& order) const { check(*order.child); }
  void look(const parser::Group& group) const { check(*group.child); }
  void look(const parser::Filter& filter) const {
    check(*filter.child);
    for (const Expression& condition : filter.conditions) expect_inner(condition, scope_of(*filter.child));
  }
  void look(const parser::LeftJoin& join) const {
    check(*join.left), check(*join.right);
    expect_bound_left(*join.left, *join.right, "OPTIONAL");
    VariableSet inner = scope_of(*join.left);
    inner.add(scope_of(*join.right));
    for (const Expression& condition : join.conditions) expect_inner(condition, inner);
  }
  void look(const parser::Extend& extend) const {
    check(*extend.child);
    expect_inner(extend.expression, scope_of(*extend.child));
  }
  void expect_bound_left(const parser::Algebra& left, const parser::Algebra& right, const char* what) const {
    const VariableSet bound = certain_in(left);
    for (const VariableId variable : variables_of(right).list()) {
      if (outer_.has(variable) && !bound.has(variable)) {
        fail(ErrorKind::unsupported,
             "{} inside of EXISTS whose right side looks at a variable of the outer group that its left side does not "
             "bind is not supported yet",
             what);
      }
    }
  }
  void expect_inner(const Expression& expression, const VariableSet& inner) const {
    for (const VariableId variable : variables_of(expression).list()) {
      if (outer_.has(variable) && !inner.has(variable)) {
        fail(ErrorKind::unsupported,
             "line {}, column {}: an expression inside of EXISTS that looks at a variable bound only outside of it is "
             "supported in the outermost FILTER of the pattern alone",
             expression.position.line, expression.position.column);
      }
    }
  }

  const VariableSet& outer_;
};

}  // namespace

OperatorPtr Planner::filtered(OperatorPtr child, const Conditions& conditions, const GraphScope& scope) {
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
      child = exists_join(std::move(child), inner, negation != (inner.kind == ExpressionKind::not_exists), std::nullopt,
                          scope);
    } else {
      Expression rest = without_exists(condition, child, scope);
      keep({std::move(rest)});
    }
  }
  return child;
}

// The expression with a variable in the place of each EXISTS; `child` grows a column for it.
Expression Planner::without_exists(const Expression& expression, OperatorPtr& child, const GraphScope& scope) {
  if (is_exists(expression)) {
    const VariableId mark = new_variable(fmt::format(".exists{}", variables_.size()));
    child = exists_join(std::move(child), expression, false, mark, scope);
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
  Expression copy = expression;
  for (Expression& argument : copy.arguments) argument = without_exists(argument, child, scope);
  return copy;
}

OperatorPtr Planner::exists_join(OperatorPtr left, const Expression& exists, bool negated,
                                 std::optional<VariableId> mark, const GraphScope& scope) {
  const parser::Algebra* pattern = exists.pattern.get();
  VariableSet outer;
  for (const ColumnInfo& column : left->schema().columns) outer.add(column.variable);

  // The conditions of the pattern's outermost FILTER that look outside are tested on pairs.
  Conditions inner, across;
  if (const auto* filter = std::get_if<parser::Filter>(&pattern->node)) {
    const VariableSet own = scope_of(*filter->child);
    for (const Expression& condition : filter->conditions) {
      bool looks_outside = false;
      for (const VariableId variable : variables_of(condition).list()) {
        looks_outside = looks_outside || (!own.has(variable) && outer.has(variable));
      }
      if (looks_outside && has_exists(condition)) {
        fail(ErrorKind::unsupported,
             "line {}, column {}: EXISTS inside of EXISTS with variables of the outer group is not "
             "supported yet",
             condition.position.line, condition.position.column);
      }
      (looks_outside ? across : inner).push_back(condition);
    }
    pattern = filter->child.get();
  }
  // Whether there is a solution does not hang on an OPTIONAL that no condition looks at.
  if (inner.empty() && across.empty()) {
    while (const auto* optional = std::get_if<parser::LeftJoin>(&pattern->node)) pattern = optional->left.get();
  }
  OuterUses(outer).check(*pattern);

  const double rows = left->estimated_rows;
  const JoinKind kind = mark ? JoinKind::mark : negated ? JoinKind::anti : JoinKind::semi;
  OperatorPtr joined;
  const auto* bgp = std::get_if<parser::Bgp>(&pattern->node);
  if (bgp && bgp->patterns.size() == 1 && inner.empty() && across.empty() && !mark &&
      scope.kind != GraphScope::Kind::everything) {
    const auto resolved = resolve(bgp->patterns.front(), scope);
    if (resolved && can_look_up(kind, *left, *resolved) &&
        rows * 4 < estimate_pattern(snapshot_, counts_, *resolved).rows) {
      joined = index_join(kind, std::move(left), *resolved, {});
    }
  }
  if (!joined) {
    VariableSet wanted = outer;
    for (const Expression& condition : across) wanted.add(variables_of(condition));
    for (const Expression& condition : inner) wanted.add(variables_of(condition));
    OperatorPtr right = plan_beside(left, *pattern, scope, wanted);
    right = filtered(std::move(right), inner, scope);
    joined = hash_join(kind, std::move(left), std::move(right), std::move(across), mark.value_or(0));
  }
  joined->estimated_rows = mark ? rows : rows * kSelectivity;
  return joined;
}

}  // namespace quadrille::query
