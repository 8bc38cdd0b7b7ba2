#include "parser/detail/expressions.hpp"

#include "base/assert.hpp"
#include "parser/detail/arithmetic.hpp"
#include "parser/detail/calls.hpp"
#include "parser/detail/fold.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

// a || b || c, a && b && c
Expression logical(Request& request, Tree tree, ExpressionKind kind) {
  std::vector<Expression> parts;
  for (const Tree child : tree)
    if (child.is_rule()) parts.push_back(read_expression(request, child));
  return fold(std::span(parts), [&](Expression left, Expression right) {
    const Position position = left.position;
    return binary(kind, position, std::move(left), std::move(right));
  });
}

// a < b, a IN (b, c), a NOT IN (b, c)
Expression relation(Request& request, Tree tree) {
  auto child = tree.begin();
  Expression left = read_expression(request, *child);
  const TokenKind symbol = (*++child).kind();
  if (symbol == TokenKind::NOT) ++child;
  const Tree right = *++child;
  const Position position = left.position;
  if (!right.is(Rule::expressionList))
    return binary(operator_kind(symbol), position, std::move(left), read_expression(request, right));
  std::vector<Expression> arguments;
  arguments.push_back(std::move(left));
  read_arguments(request, right, arguments);
  return operation(operator_kind(symbol), position, std::move(arguments));
}

Expression unary(Request& request, Tree tree) {
  auto child = tree.begin();
  const TokenKind symbol = (*child).kind();
  const ExpressionKind kind = symbol == TokenKind::EXCLAMATION ? ExpressionKind::logical_not
                              : symbol == TokenKind::PLUS      ? ExpressionKind::unary_plus
                                                               : ExpressionKind::unary_minus;
  std::vector<Expression> arguments;
  arguments.push_back(read_expression(request, *++child));
  return operation(kind, tree.position(), std::move(arguments));
}

}  // namespace

Expression make_constant(Term term, Position position) {
  Expression made;
  made.constant = std::move(term);
  made.position = position;
  return made;
}

Expression make_variable(VariableId variable, Position position) {
  Expression made;
  made.kind = ExpressionKind::variable;
  made.position = position;
  made.variable = variable;
  return made;
}

Expression read_expression(Request& request, Tree tree) {
  while (true) {
    switch (tree.rule()) {
      case Rule::conditionalOrExpression:
        if (!tree.has_one_child()) return logical(request, tree, ExpressionKind::logical_or);
        break;
      case Rule::conditionalAndExpression:
        if (!tree.has_one_child()) return logical(request, tree, ExpressionKind::logical_and);
        break;
      case Rule::relationalExpression:
        if (!tree.has_one_child()) return relation(request, tree);
        break;
      case Rule::additiveExpression:
      case Rule::multiplicativeExpression:
        if (!tree.has_one_child()) return read_arithmetic(request, tree);
        break;
      case Rule::unaryExpression:
        if (!tree.has_one_child()) return unary(request, tree);
        break;
      case Rule::brackettedExpression:
        tree = tree.child(Rule::expression);
        continue;
      case Rule::var:
        return make_variable(request.variable(tree.token()), tree.position());
      case Rule::rdfLiteral:
      case Rule::numericLiteral:
      case Rule::booleanLiteral:
        return make_constant(read_literal(request, tree), tree.position());
      case Rule::builtInCall:
        return read_builtin(request, tree);
      case Rule::functionCall:
        return read_call(request, tree);
      case Rule::iriOrFunction:
        if (!tree.has_one_child()) return read_call(request, tree);
        return make_constant(request.names.resource(tree.token()), tree.position());
      default:
        break;  // a rule with a single child, which is the expression
    }
    tree = tree.front();
  }
}

bool has_aggregate(const Expression& expression) {
  if (expression.kind == ExpressionKind::aggregate) return true;
  for (const Expression& argument : expression.arguments)
    if (has_aggregate(argument)) return true;
  return false;
}

}  // namespace quadrille::parser
