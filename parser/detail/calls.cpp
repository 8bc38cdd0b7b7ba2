#include "parser/detail/calls.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "parser/detail/expressions.hpp"
#include "parser/detail/groups.hpp"
#include "parser/detail/keywords.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

AggregateKind aggregate_kind(TokenKind kind) {
  switch (kind) {
    case TokenKind::COUNT:
      return AggregateKind::count;
    case TokenKind::SUM:
      return AggregateKind::sum;
    case TokenKind::MIN:
      return AggregateKind::min;
    case TokenKind::MAX:
      return AggregateKind::max;
    case TokenKind::AVG:
      return AggregateKind::avg;
    case TokenKind::SAMPLE:
      return AggregateKind::sample;
    case TokenKind::GROUP_CONCAT:
      return AggregateKind::group_concat;
    default:
      QUADRILLE_ASSERT(false, "the grammar has no other aggregates");
  }
}

Expression read_aggregate(Request& request, Tree tree) {
  if (request.no_aggregates != nullptr)
    fail_at(tree.position(), "the aggregate {} is not allowed {}", grammar_name(tree.token().kind),
            request.no_aggregates);
  const AggregateRule none_inside(request, kNotInAggregate);
  Expression made;
  made.kind = ExpressionKind::aggregate;
  made.position = tree.position();
  made.aggregate.kind = aggregate_kind(tree.token().kind);
  made.aggregate.distinct = tree.has(TokenKind::DISTINCT);
  made.aggregate.star = tree.has(TokenKind::STAR);
  if (tree.has(Rule::string))
    made.aggregate.separator = string_value(request.source.text(), tree.child(Rule::string).token());
  read_arguments(request, tree, made.arguments);
  return made;
}

Expression read_exists(Request& request, Tree tree) {
  const AggregateRule rule(request, kNotInWhere);
  Expression made;
  made.kind = tree.is(Rule::existsFunc) ? ExpressionKind::exists : ExpressionKind::not_exists;
  made.position = tree.position();
  Pattern pattern = read_group(request, tree.child(Rule::groupGraphPattern));
  request.exists_depth = std::max(request.exists_depth, pattern.depth);
  made.pattern = std::move(pattern.algebra);
  return made;
}

// IRI(x) resolves x with the base of the query, which becomes a second argument, if there is one.
void add_base(const Request& request, Expression& call) {
  if (call.builtin != Builtin::iri || request.names.base().empty()) return;
  call.arguments.push_back(make_constant(Term(TermView::iri(request.names.base())), call.position));
}

}  // namespace

void read_arguments(Request& request, Tree tree, std::vector<Expression>& arguments) {
  for (const Tree child : tree)
    if (child.is(Rule::expression)) arguments.push_back(read_expression(request, child));
}

Expression read_call(Request& request, Tree tree) {
  Expression made;
  made.kind = ExpressionKind::call;
  made.position = tree.position();
  made.iri = read_iri(request, tree.child(Rule::iri));
  const Tree arguments = tree.child(Rule::argList);
  made.distinct = arguments.has(TokenKind::DISTINCT);
  read_arguments(request, arguments, made.arguments);
  return made;
}

Expression read_builtin(Request& request, Tree tree) {
  const Tree first = tree.front();
  if (first.is(Rule::aggregate)) return read_aggregate(request, first);
  if (first.is(Rule::existsFunc) || first.is(Rule::notExistsFunc)) return read_exists(request, first);
  Expression made;
  made.kind = ExpressionKind::function;
  made.position = tree.position();
  made.builtin = builtin(tree.token().kind).value();
  const bool has_own_rule =
      first.is(Rule::regexExpression) || first.is(Rule::substringExpression) || first.is(Rule::strReplaceExpression);
  read_arguments(request, has_own_rule ? first : tree, made.arguments);
  for (const Tree child : tree) {  // CONCAT and COALESCE have a list, BOUND a variable
    if (child.is(Rule::expressionList)) read_arguments(request, child, made.arguments);
    if (child.is(Rule::var)) made.arguments.push_back(read_expression(request, child));
  }
  add_base(request, made);
  return made;
}

}  // namespace quadrille::parser
