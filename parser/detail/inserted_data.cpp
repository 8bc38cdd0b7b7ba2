// The part of data_block.hpp that reads the quads of INSERT DATA and DELETE DATA. Recursive descent with the rules of
// SparqlParser.g4:
//
//   quadData:            '{' quads '}'
//   quads:               triplesTemplate? ( GRAPH iri '{' triplesTemplate? '}' '.'? triplesTemplate? )*
//   triplesTemplate:     triplesSameSubject ( '.' triplesSameSubject )* '.'?
//   triplesSameSubject:  term propertyListNotEmpty | triplesNode propertyListNotEmpty?
//   triplesNode:         '(' graphNode+ ')' | '[' propertyListNotEmpty ']'

#include "parser/detail/data_block.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

class DataReader {
 public:
  DataReader(Request& request, const Token& block, std::optional<BlankNodeScopes::Scope> scope)
      : request_(request), reader_(request, block), scope_(scope) {}

  std::vector<QuadPattern> read() {
    reader_.expect(TokenKind::LBRACE);
    triples();
    while (reader_.skip_if(TokenKind::GRAPH)) {
      graph_ = Term(TermView::iri(iri()));
      reader_.expect(TokenKind::LBRACE);
      triples();
      if (!reader_.skip_if(TokenKind::RBRACE)) fail_expecting_subject({TokenKind::DOT, TokenKind::RBRACE});
      graph_.reset();
      reader_.skip_if(TokenKind::DOT);
      triples();
    }
    if (!reader_.skip_if(TokenKind::RBRACE))
      fail_expecting_subject({TokenKind::DOT, TokenKind::GRAPH, TokenKind::RBRACE});
    return std::move(quads_);
  }

 private:
  void triples() {
    while (begins_subject()) {
      same_subject();
      if (!reader_.skip_if(TokenKind::DOT)) return;
    }
  }
  bool begins_subject() {
    const TokenKind kind = reader_.token().kind;
    if (is_variable(kind)) fail_variable();
    return is_iri(kind) || is_string(kind) || is_number(kind) || kind == TokenKind::TRUE || kind == TokenKind::FALSE ||
           kind == TokenKind::BLANK_NODE_LABEL || kind == TokenKind::ANON || kind == TokenKind::NIL ||
           kind == TokenKind::LPAREN || kind == TokenKind::LBRACKET;
  }

  void same_subject() {
    const bool may_stand_alone = reader_.is(TokenKind::LPAREN) || reader_.is(TokenKind::LBRACKET);
    const Node subject = node();
    if (!may_stand_alone || begins_verb()) properties(subject);
  }
  bool begins_verb() const { return is_iri(reader_.token().kind) || reader_.is(TokenKind::A); }

  void properties(const Node& subject) {
    const Node first = verb();
    objects(subject, first);
    while (reader_.skip_if(TokenKind::SEMICOLON)) {
      if (is_variable(reader_.token().kind)) fail_variable();
      if (!begins_verb()) continue;  // nothing need follow ";"
      const Node predicate = verb();
      objects(subject, predicate);
    }
  }

  void objects(const Node& subject, const Node& predicate) {
    do {
      const std::size_t at = quads_.size();
      quads_.emplace_back();  // its place is before the triples of its object
      TriplePattern triple{subject, predicate, node()};
      quads_[at] = {std::move(triple), graph_};
    } while (reader_.skip_if(TokenKind::COMMA));
  }

  Node verb() {
    if (reader_.skip_if(TokenKind::A)) return Term(TermView::iri(iri::kRdfType));
    return Term(TermView::iri(iri()));
  }

  std::string iri() {
    const Token token = reader_.token();
    if (is_variable(token.kind)) fail_variable();
    if (!is_iri(token.kind)) reader_.fail_expecting({TokenKind::IRIREF, TokenKind::PNAME_NS});
    reader_.skip();
    return request_.names.iri(token);
  }

  // A graphNode.
  Node node() {
    if (auto term = reader_.term()) return std::move(*term);
    const Token token = reader_.token();
    if (is_variable(token.kind)) fail_variable();
    switch (token.kind) {
      case TokenKind::BLANK_NODE_LABEL:
      case TokenKind::ANON:
        reader_.skip();
        return blank_node(token);
      case TokenKind::NIL:
        reader_.skip();
        return Term(TermView::iri(iri::kRdfNil));
      case TokenKind::LBRACKET:
        return property_list(token);
      case TokenKind::LPAREN:
        return collection(token);
      default:
        fail_expecting_subject({});
    }
  }

  Node blank_node(const Token& token) {
    if (!scope_) fail_at(token.position, "a blank node is not allowed in DELETE DATA, where it would match nothing");
    if (token.kind != TokenKind::BLANK_NODE_LABEL) return Term(TermView::blank(request_.blank_nodes.fresh_label()));
    const std::string_view label = request_.text(token).substr(2);
    request_.blank_nodes.use(label, *scope_, token.position);
    return Term(TermView::blank(label));
  }

  Node property_list(const Token& open) {
    reader_.skip();
    const Node subject = blank_node(open);
    properties(subject);
    reader_.expect(TokenKind::RBRACKET);
    return subject;
  }

  Node collection(const Token& open) {
    reader_.skip();
    const Term first(TermView::iri(iri::kRdfFirst)), rest(TermView::iri(iri::kRdfRest));
    const Node head = blank_node(open);
    Node cell = head;
    while (true) {
      const std::size_t at = quads_.size();
      quads_.emplace_back();
      TriplePattern triple{cell, first, node()};
      quads_[at] = {std::move(triple), graph_};
      if (reader_.skip_if(TokenKind::RPAREN)) break;
      const Node next = blank_node(open);
      quads_.push_back({{cell, rest, next}, graph_});
      cell = next;
    }
    quads_.push_back({{cell, rest, Term(TermView::iri(iri::kRdfNil))}, graph_});
    return head;
  }

  [[noreturn]] void fail_variable() const {
    fail_at(reader_.token().position,
            "the variable {} is not allowed in data; INSERT {{ ... }} WHERE {{ ... }} has variables",
            request_.text(reader_.token()));
  }
  [[noreturn]] void fail_expecting_subject(std::vector<TokenKind> kinds) const {
    kinds.insert(kinds.end(), {TokenKind::BLANK_NODE_LABEL, TokenKind::ANON, TokenKind::LPAREN, TokenKind::LBRACKET});
    reader_.fail_expecting_term(std::move(kinds));
  }

  Request& request_;
  BlockReader reader_;
  std::optional<BlankNodeScopes::Scope> scope_;
  std::optional<Node> graph_;
  std::vector<QuadPattern> quads_;
};

}  // namespace

std::vector<QuadPattern> read_data(Request& request, const Token& block, std::optional<BlankNodeScopes::Scope> scope) {
  return DataReader(request, block, scope).read();
}

}  // namespace quadrille::parser
