// The part of data_block.hpp that reads the quads of INSERT DATA and DELETE DATA. Recursive descent with the rules of
// SparqlParser.g4:
//
//   quadData:            '{' quads '}'
//   quads:               triplesTemplate? ( GRAPH iri '{' triplesTemplate? '}' '.'? triplesTemplate? )*
//   triplesTemplate:     triplesSameSubject ( '.' triplesSameSubject )* '.'?
//   triplesSameSubject:  term propertyListNotEmpty | ( triplesNode | reifiedTriple ) propertyListNotEmpty?
//   triplesNode:         '(' graphNode+ ')' | '[' propertyListNotEmpty ']'
//   object:              graphNode ( '~' ( iri | blankNode )? | '{|' propertyListNotEmpty '|}' )*
//   reifiedTriple:       '<<' node predicate node ( '~' ( iri | blankNode )? )? '>>'

#include "base/triple_term.hpp"
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
           kind == TokenKind::LPAREN || kind == TokenKind::LBRACKET || kind == TokenKind::REIFIED_BEGIN;
  }

  void same_subject() {
    const bool may_stand_alone =
        reader_.is(TokenKind::LPAREN) || reader_.is(TokenKind::LBRACKET) || reader_.is(TokenKind::REIFIED_BEGIN);
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
      const Node object = node();
      quads_[at] = {{subject, predicate, object}, graph_};
      annotations(std::get<Term>(subject), std::get<Term>(predicate), std::get<Term>(object));
    } while (reader_.skip_if(TokenKind::COMMA));
  }

  // A block of annotations is about the reifier just before it; without one it has its own.
  void annotations(const Term& subject, const Term& predicate, const Term& object) {
    std::optional<Node> last;
    while (reader_.is(TokenKind::TILDE) || reader_.is(TokenKind::ANNOTATION_BEGIN)) {
      if (reader_.is(TokenKind::TILDE) || !last) last = reify(subject, predicate, object);
      if (!reader_.skip_if(TokenKind::ANNOTATION_BEGIN)) continue;
      properties(*last);
      reader_.expect(TokenKind::ANNOTATION_END);
      last.reset();
    }
  }

  // Adds `reifier rdf:reifies <<( ... )>>`; the reifier may be named at the current token. Returns it.
  Node reify(const Term& subject, const Term& predicate, const Term& object) {
    const Token first = reader_.token();
    Node reifier;
    const bool is_named = reader_.skip_if(TokenKind::TILDE) &&
                          (is_iri(reader_.token().kind) || is_variable(reader_.token().kind) || is_blank_node());
    if (!is_named) {
      reifier = blank_node({TokenKind::ANON, 0, 0, first.position});
    } else if (is_blank_node()) {
      reifier = blank_node(reader_.token());
      reader_.skip();
    } else {
      reifier = Term(TermView::iri(iri()));
    }
    Term term;
    term.kind = TermKind::triple;
    append_triple_term(term.text, subject.view(), predicate.view(), object.view());
    quads_.push_back({{reifier, Term(TermView::iri(iri::kRdfReifies)), std::move(term)}, graph_});
    return reifier;
  }
  bool is_blank_node() const { return reader_.is(TokenKind::BLANK_NODE_LABEL) || reader_.is(TokenKind::ANON); }

  Node reified_triple() {
    reader_.skip();
    const Token first = reader_.token();
    const Term subject = component();
    if (subject.kind == TermKind::literal || subject.kind == TermKind::triple)
      fail_at(first.position, "the subject of a triple is an IRI or a blank node");
    const Term predicate(TermView::iri(reader_.predicate()));
    const Term object = component();
    Node reifier = reify(subject, predicate, object);
    reader_.expect(TokenKind::REIFIED_END);
    return reifier;
  }

  // The subject or object of a triple term or reified triple: no list, no [ ... ] with properties.
  Term component() {
    const Token token = reader_.token();
    if (token.kind == TokenKind::LPAREN || token.kind == TokenKind::LBRACKET || token.kind == TokenKind::NIL)
      fail_at(token.position, "lists and brackets are not allowed inside of << >> and <<( )>>; write them before");
    return std::get<Term>(node());
  }

  Term triple_component() {
    const Token token = reader_.token();
    if (token.kind == TokenKind::REIFIED_BEGIN)
      fail_at(token.position, "'<<' stands for a reifier, which is not inside of a triple term; write <<( ... )>>");
    return component();
  }

  Node verb() {
    if (is_variable(reader_.token().kind)) fail_variable();
    return Term(TermView::iri(reader_.predicate()));
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
    const Token token = reader_.token();
    if (reader_.skip_if(TokenKind::TRIPLE_BEGIN))
      return reader_.triple_term(token.position, [this] { return triple_component(); });
    if (auto term = reader_.term()) return std::move(*term);
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
      case TokenKind::REIFIED_BEGIN:
        return reified_triple();
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
    kinds.insert(kinds.end(), {TokenKind::BLANK_NODE_LABEL, TokenKind::ANON, TokenKind::LPAREN, TokenKind::LBRACKET,
                               TokenKind::REIFIED_BEGIN});
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
