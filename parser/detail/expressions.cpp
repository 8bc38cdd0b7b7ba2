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

// !a, !!a, -a, !-a. Of many "!" two or one have the same value.
Expression unary(Request& request, Tree tree) {
  std::size_t negations = 0;
  std::optional<ExpressionKind> sign;
  Expression made;
  for (const Tree child : tree) {
    if (child.is_rule()) {
      made = read_expression(request, child);
    } else if (child.is(TokenKind::EXCLAMATION)) {
      ++negations;
    } else {
      sign = child.is(TokenKind::PLUS) ? ExpressionKind::unary_plus : ExpressionKind::unary_minus;
    }
  }
  const auto apply = [&](ExpressionKind kind) {
    std::vector<Expression> arguments;
    arguments.push_back(std::move(made));
    made = operation(kind, tree.position(), std::move(arguments));
  };
  if (sign) apply(*sign);
  for (std::size_t left = negations < 3 ? negations : 2 - negations % 2; left > 0; --left)
    apply(ExpressionKind::logical_not);
  return made;
}

// <<( ?s <p> 1 )>>, which is TRIPLE(?s, <p>, 1), or a constant
Expression triple(Request& request, Tree tree) {
  Expression made;
  made.kind = ExpressionKind::function;
  made.builtin = Builtin::triple;
  made.position = tree.position();
  for (const Tree child : tree) {
    if (child.is(Rule::verb)) {
      const Tree verb = child.front();
      Node node = Term(TermView::iri(iri::kRdfType));
      if (verb.is_rule()) node = read_node({request}, verb);
      const auto* variable = std::get_if<VariableId>(&node);
      made.arguments.push_back(variable ? make_variable(*variable, child.position())
                                        : make_constant(std::get<Term>(node), child.position()));
    } else if (child.is_rule()) {
      made.arguments.push_back(read_expression(request, child.front()));
    }
  }
  const auto node = [&](std::size_t argument) -> Node {
    const Expression& one = made.arguments[argument];
    return one.kind == ExpressionKind::constant ? Node(one.constant) : Node(VariableId());
  };
  if (auto constant = constant_triple(node(0), node(1), node(2), made.position))
    return make_constant(std::move(*constant), made.position);
  return made;
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
      case Rule::exprTripleTerm:
        return triple(request, tree);
      case Rule::iri:
        return make_constant(request.names.resource(tree.token()), tree.position());
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
