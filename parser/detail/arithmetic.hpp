#pragma once

// The part of expressions.hpp that reads sums and products, and functions for all operators.

#include <vector>

#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

// An additiveExpression or multiplicativeExpression of several operands, from left to right, as the specification
// requires. It is not associative, so a long chain makes a deep tree; the total of a request is limited
// (Request::long_chains).
Expression read_arithmetic(Request& request, Tree tree);

// TokenKind "=" gives ExpressionKind equal, and so on.
ExpressionKind operator_kind(TokenKind kind);

Expression operation(ExpressionKind kind, Position position, std::vector<Expression> arguments);
Expression binary(ExpressionKind kind, Position position, Expression left, Expression right);

}  // namespace quadrille::parser
