#include "parser/detail/grouping.hpp"

#include "parser/detail/expressions.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/scope.hpp"

namespace quadrille::parser {

Grouping::Grouping(Request& request, std::optional<Tree> clause, const Algebra& where) : request_(request) {
  group_.implicit = !clause;
  if (!clause) return;
  in_where_ = VariableMarks(variables_in_scope(where));
  const AggregateRule rule(request, kNotInGroupBy);
  for (const Tree child : *clause)
    if (child.is(Rule::groupCondition)) read_condition(child);
}

// ?x, (?x), (expression), (expression AS ?x), or a call.
void Grouping::read_condition(Tree condition) {
  Expression expression = read_expression(
      request_, condition.front().is(TokenKind::LPAREN) ? condition.child(Rule::expression) : condition.front());
  if (condition.has(TokenKind::AS)) {
    const Tree name = condition.child(Rule::var);
    const VariableId variable = request_.variable(name.token());
    if (in_where_.has(variable) || is_known(variable))
      fail_at(name.position(), "GROUP BY cannot give ?{} a value: it has one already; use another name",
              request_.variables.name(variable));
    add_key(variable, std::move(expression));
  } else if (expression.kind == ExpressionKind::variable) {
    if (!is_known(expression.variable)) add_key(expression.variable, std::nullopt);
  } else {
    group_.keys.push_back({request_.variables.fresh(), std::move(expression)});
  }
}

void Grouping::add_key(VariableId variable, std::optional<Expression> expression) {
  group_.keys.push_back({variable, std::move(expression)});
  known_.add(variable);
}

void Grouping::check_projected(VariableId variable, Position position) const {
  if (is_known(variable)) return;
  const std::string& name = request_.variables.name(variable);
  fail_at(position, "?{} has no single value in a group; name it in GROUP BY, or use an aggregate such as SAMPLE(?{})",
          name, name);
}

Expression Grouping::output(Aggregate aggregate, std::vector<Expression> arguments, Position position) {
  const VariableId variable = request_.variables.fresh();
  group_.outputs.push_back({variable, std::move(aggregate), std::move(arguments)});
  return make_variable(variable, position);
}

Expression Grouping::replaced(Expression expression, bool is_select) {
  if (expression.kind == ExpressionKind::aggregate)
    return output(std::move(expression.aggregate), std::move(expression.arguments), expression.position);
  if (expression.kind == ExpressionKind::variable && !is_known(expression.variable)) {
    if (is_select) check_projected(expression.variable, expression.position);
    Aggregate sample;
    sample.kind = AggregateKind::sample;
    const Position position = expression.position;
    std::vector<Expression> arguments;
    arguments.push_back(std::move(expression));
    return output(std::move(sample), std::move(arguments), position);
  }
  for (Expression& argument : expression.arguments) argument = replaced(std::move(argument), is_select);
  return expression;
}

Pattern Grouping::finish(Pattern where, Position position) && {
  group_.child = std::move(where.algebra);
  return above(where.depth, std::move(group_), position);
}

}  // namespace quadrille::parser
