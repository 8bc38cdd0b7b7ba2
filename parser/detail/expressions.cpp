#include "parser/detail/expressions.hpp"

#include "base/assert.hpp"
#include "parser/detail/calls.hpp"
#include "parser/detail/fold.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

// Chains of arithmetic cannot be balanced, since it is not associative; what makes an expression deep is bounded
// instead.
constexpr std::size_t kFreeChain = 8;          // operators in a row that nobody counts
constexpr std::size_t kMaxLongChains = 2'000;  // all others of a request

Expression operation(ExpressionKind kind, Position position, std::vector<Expression> arguments) {
  Expression made;
  made.kind = kind;
  made.position = position;
  made.arguments = std::move(arguments);
  return made;
}

Expression binary(ExpressionKind kind, Position position, Expression left, Expression right) {
  std::vector<Expression> arguments;
  arguments.reserve(2);
  arguments.push_back(std::move(left));
  arguments.push_back(std::move(right));
  return operation(kind, position, std::move(arguments));
}

Expression constant(Term term, Position position) {
  Expression made;
  made.constant = std::move(term);
  made.position = position;
  return made;
}

ExpressionKind operator_kind(TokenKind kind) {
  switch (kind) {
    case TokenKind::EQUAL:
      return ExpressionKind::equal;
    case TokenKind::NOT_EQUAL:
      return ExpressionKind::not_equal;
    case TokenKind::LESS:
      return ExpressionKind::less;
    case TokenKind::GREATER:
      return ExpressionKind::greater;
    case TokenKind::LESS_EQUAL:
      return ExpressionKind::less_equal;
    case TokenKind::GREATER_EQUAL:
      return ExpressionKind::greater_equal;
    case TokenKind::IN:
      return ExpressionKind::in;
    case TokenKind::NOT:
      return ExpressionKind::not_in;
    case TokenKind::PLUS:
      return ExpressionKind::add;
    case TokenKind::MINUS_SIGN:
      return ExpressionKind::subtract;
    case TokenKind::STAR:
      return ExpressionKind::multiply;
    case TokenKind::SLASH:
      return ExpressionKind::divide;
    default:
      QUADRILLE_ASSERT(false, "the grammar has no other operators");
  }
}

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

// a + b - c * d, and "a -1 * b", in which the lexer has seen a negative number: operands and operators from the left. A
// signed literal is an operand to be added, with what multiplies it.
class Arithmetic {
 public:
  explicit Arithmetic(Request& request) : request_(request) {}

  Expression read(Tree tree) {
    for (const Tree child : tree) take(child);
    finish_product();
    return std::move(*sum_);
  }

 private:
  void take(Tree child) {
    if (!child.is_rule()) {
      operator_ = operator_kind(child.kind());
      count(child.position());
    } else if (child.is(Rule::numericLiteralPositive) || child.is(Rule::numericLiteralNegative)) {
      count(child.position());
      operator_ = ExpressionKind::add;
      add(constant(read_literal(request_, child), child.position()));
    } else {
      add(read_expression(request_, child));
    }
  }
  void add(Expression operand) {
    const bool multiplies = operator_ == ExpressionKind::multiply || operator_ == ExpressionKind::divide;
    if (product_ && multiplies) {
      const Position position = product_->position;
      product_ = binary(operator_, position, std::move(*product_), std::move(operand));
      return;
    }
    finish_product();
    product_ = std::move(operand);
    product_operator_ = operator_;
  }
  void finish_product() {
    if (!product_) return;
    if (sum_) {
      const Position position = sum_->position;
      sum_ = binary(product_operator_, position, std::move(*sum_), std::move(*product_));
    } else {
      sum_ = std::move(product_);
    }
    product_.reset();
  }
  void count(Position position) {
    if (++chain_ > kFreeChain && ++request_.long_chains > kMaxLongChains)
      fail_at(position, "arithmetic of more than {} operators in a row", kMaxLongChains);
  }

  Request& request_;
  ExpressionKind operator_ = ExpressionKind::add;
  ExpressionKind product_operator_ = ExpressionKind::add;
  std::optional<Expression> sum_, product_;
  std::size_t chain_ = 0;
};

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
        if (!tree.has_one_child()) return Arithmetic(request).read(tree);
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
        return constant(read_literal(request, tree), tree.position());
      case Rule::builtInCall:
        return read_builtin(request, tree);
      case Rule::functionCall:
        return read_call(request, tree);
      case Rule::iriOrFunction:
        if (!tree.has_one_child()) return read_call(request, tree);
        return constant(Term(TermView::iri(read_iri(request, tree))), tree.position());
      default:
        break;  // a rule that only passes on: its child is the expression
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
