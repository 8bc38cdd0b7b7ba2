#pragma once

// The part of expressions.hpp that reads sums and products, and what all operators share.

#include <vector>

#include "parser/detail/request.hpp"
#include "parser/detail/syntax_tree.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

// An additiveExpression or multiplicativeExpression of several operands: from the left, as the specification says. It
// is not associative, so a long chain is deep: those of a request together are bounded (Request::long_chains).
Expression read_arithmetic(Request& request, Tree tree);

// "=" is equal, and so on.
ExpressionKind operator_kind(TokenKind kind);

Expression operation(ExpressionKind kind, Position position, std::vector<Expression> arguments);
Expression binary(ExpressionKind kind, Position position, Expression left, Expression right);

}  // namespace quadrille::parser
