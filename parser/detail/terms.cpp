// The part of triples.hpp that reads variables and terms.

#include "base/assert.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

Node blank_node(const TripleContext& context, const Token& token) {
  Request& request = context.request;
  const bool labelled = token.kind == TokenKind::BLANK_NODE_LABEL;
  if (context.blank_nodes == BlankNodes::forbidden)
    fail_at(token.position, "a blank node is not allowed in DELETE, where it would match nothing; use a variable");
  if (context.blank_nodes == BlankNodes::variables) {
    if (!labelled) return request.variables.fresh_blank_node();
    request.blank_nodes.use(request.text(token).substr(2), context.scope, token.position);
    return request.variables.id(request.text(token));
  }
  if (labelled) return Term(TermView::blank(request.text(token).substr(2)));
  return Term(TermView::blank(request.blank_nodes.fresh_label()));
}

std::string read_iri(const Request& request, Tree tree) {
  return request.names.iri(tree.token());
}

Term read_literal(const Request& request, Tree tree) {
  const std::string_view source = request.source.text();
  const Token& first = tree.token();
  if (is_number(first.kind)) return number_term(source, first);
  if (!is_string(first.kind)) return boolean_term(first);
  std::string value = string_value(source, first);
  for (const Tree child : tree) {
    if (child.is(TokenKind::LANG_DIR)) return language_term(std::move(value), source, child.token());
    if (child.is(Rule::iri)) return typed_term(std::move(value), read_iri(request, child), child.position());
  }
  return Term(TermView::string(value));
}

Node read_node(const TripleContext& context, Tree tree) {
  switch (tree.rule()) {
    case Rule::varOrTerm:
    case Rule::varOrIri:
    case Rule::varOrReifierId:
    case Rule::graphTerm:
      if (tree.front().is(TokenKind::NIL)) return Term(TermView::iri(iri::kRdfNil));
      return read_node(context, tree.front());
    case Rule::var:
      return context.request.variable(tree.token());
    case Rule::iri:
      return context.request.names.resource(tree.token());
    case Rule::blankNode:
      return blank_node(context, tree.token());
    default:
      return read_literal(context.request, tree);
  }
}

}  // namespace quadrille::parser
