#include "parser/detail/modifiers.hpp"

#include <charconv>
#include <limits>

#include "parser/detail/expressions.hpp"

namespace quadrille::parser {

namespace {

// `clause` is LIMIT or OFFSET and an INTEGER.
std::uint64_t number_of(Tree clause, std::string_view source) {
  const std::string_view digits = clause.tokens().back().text(source);
  std::uint64_t number = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return read.ec == std::errc() ? number : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

std::vector<Expression> read_having(Request& request, Tree modifier) {
  const AggregateRule rule(request, nullptr);
  std::vector<Expression> conditions;
  if (!modifier.has(Rule::havingClause)) return conditions;
  for (const Tree condition : modifier.child(Rule::havingClause))
    if (condition.is_rule()) conditions.push_back(read_expression(request, condition));
  return conditions;
}

std::vector<OrderBy::Key> read_order(Request& request, Tree modifier) {
  const AggregateRule rule(request, nullptr);
  std::vector<OrderBy::Key> keys;
  if (!modifier.has(Rule::orderClause)) return keys;
  for (const Tree condition : modifier.child(Rule::orderClause)) {
    if (!condition.is_rule()) continue;
    const bool has_direction = !condition.front().is_rule();
    const Tree value = has_direction ? condition.child(Rule::brackettedExpression) : condition.front();
    keys.push_back({read_expression(request, value), condition.has(TokenKind::DESC)});
  }
  return keys;
}

Pattern slice(Pattern all, Tree modifier, std::string_view source) {
  if (!modifier.has(Rule::limitOffsetClauses)) return all;
  const Tree clauses = modifier.child(Rule::limitOffsetClauses);
  Slice node;
  for (const Tree clause : clauses) {
    if (clause.is(Rule::limitClause)) node.limit = number_of(clause, source);
    if (clause.is(Rule::offsetClause)) node.offset = number_of(clause, source);
  }
  node.child = std::move(all.algebra);
  return above(all.depth, std::move(node), clauses.position());
}

}  // namespace quadrille::parser
