#include "query/plan/order/equalities.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

using namespace parser;

bool is_variable(const Node& node, VariableId variable) {
  const auto* found = std::get_if<VariableId>(&node);
  return found && *found == variable;
}

struct NeverLiteral {
  VariableId variable;

  bool in(const AlgebraPtr& child) const { return is_never_literal(*child, variable); }

  bool operator()(const Bgp& bgp) const {
    return std::any_of(bgp.patterns.begin(), bgp.patterns.end(), [&](const TriplePattern& pattern) {
      return is_variable(pattern.subject, variable) || is_variable(pattern.predicate, variable);
    });
  }
  bool operator()(const Join& join) const { return in(join.left) || in(join.right); }
  bool operator()(const LeftJoin& join) const { return in(join.left); }
  bool operator()(const Minus& minus) const { return in(minus.left); }
  bool operator()(const parser::Union& either) const { return in(either.left) && in(either.right); }
  bool operator()(const parser::Filter& filter) const { return in(filter.child); }
  bool operator()(const Graph& graph) const { return is_variable(graph.graph, variable) || in(graph.child); }
  bool operator()(const parser::Extend& extend) const { return extend.variable != variable && in(extend.child); }
  bool operator()(const parser::Distinct& distinct) const { return in(distinct.child); }
  bool operator()(const Reduced& reduced) const { return in(reduced.child); }
  bool operator()(const OrderBy& order) const { return in(order.child); }
  bool operator()(const parser::Slice& slice) const { return in(slice.child); }
  bool operator()(const parser::Project& project) const {
    const auto& shown = project.variables;
    return std::find(shown.begin(), shown.end(), variable) != shown.end() && in(project.child);
  }
  bool operator()(const parser::Group& group) const {
    const bool is_key = std::any_of(group.keys.begin(), group.keys.end(),
                                    [&](const auto& key) { return key.variable == variable && !key.expression; });
    return is_key && in(group.child);
  }
  template <class Leaf>
  bool operator()(const Leaf&) const {
    return false;
  }
};

}  // namespace

std::optional<Equality> equality_of(const Expression& condition) {
  const bool by_value = condition.kind == ExpressionKind::equal;
  const bool by_term = condition.kind == ExpressionKind::function && condition.builtin == Builtin::sameterm;
  if ((!by_value && !by_term) || condition.arguments.size() != 2 || !is_stable(condition)) return std::nullopt;
  Equality equality{&condition.arguments[0], &condition.arguments[1], variables_of(condition.arguments[0]),
                    variables_of(condition.arguments[1]), KeyBy::text};
  if (equality.of_first.empty() || equality.of_second.empty() || equality.of_first.meets(equality.of_second)) {
    return std::nullopt;
  }
  if (equality.of_variables()) {
    equality.by = by_term ? KeyBy::term : KeyBy::value;
  } else if (by_term) {
    return std::nullopt;  // a computed value has no HURI yet
  }
  return equality;
}

bool is_never_literal(const Algebra& algebra, VariableId variable) {
  return std::visit(NeverLiteral{variable}, algebra.node);
}

void replace_variable(Expression& expression, VariableId from, VariableId to) {
  if (expression.kind == ExpressionKind::variable && expression.variable == from) expression.variable = to;
  for (Expression& argument : expression.arguments) replace_variable(argument, from, to);
}

void replace_variable(TriplePattern& pattern, VariableId from, VariableId to) {
  for (Node* node : {&pattern.subject, &pattern.predicate, &pattern.object}) {
    if (is_variable(*node, from)) *node = to;
  }
}

}  // namespace quadrille::query
