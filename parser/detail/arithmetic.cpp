#include "parser/detail/arithmetic.hpp"

#include <optional>

#include "base/assert.hpp"
#include "parser/detail/expressions.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

constexpr std::size_t kFreeChain = 8;          // operators in a row that are not counted
constexpr std::size_t kMaxLongChains = 2'000;  // all others of a request

// a + b - c * d, and "a -1 * b", in which the lexer has found a negative number: operands and operators from the left.
// A signed literal is an operand to be added, together with its factors.
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
      add(make_constant(read_literal(request_, child), child.position()));
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
      fail_at(position, "an expression has more than {} operators in a row, which is the limit; divide it with BIND",
              kMaxLongChains);
  }

  Request& request_;
  ExpressionKind operator_ = ExpressionKind::add;
  ExpressionKind product_operator_ = ExpressionKind::add;
  std::optional<Expression> sum_, product_;
  std::size_t chain_ = 0;
};

}  // namespace

Expression read_arithmetic(Request& request, Tree tree) {
  return Arithmetic(request).read(tree);
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

}  // namespace quadrille::parser
