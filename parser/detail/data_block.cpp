#include "parser/detail/data_block.hpp"

#include "base/triple_term.hpp"
#include "parser/detail/literals.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

bool BlockReader::skip_if(TokenKind kind) {
  if (!is(kind)) return false;
  skip();
  return true;
}

void BlockReader::expect(TokenKind kind) {
  if (!skip_if(kind)) fail_expecting({kind});
}

void BlockReader::fail_expecting(std::vector<TokenKind> kinds) const {
  std::vector<Token> before;  // read again, for the message
  Lexer lexer(request_.source, block_);
  for (Token token = lexer.next(); token.offset < token_.offset; token = lexer.next()) before.push_back(token);
  fail_unexpected(request_.source, before, token_, kinds);
}

void BlockReader::fail_expecting_term(std::vector<TokenKind> kinds) const {
  kinds.insert(kinds.end(),
               {TokenKind::IRIREF, TokenKind::PNAME_NS, TokenKind::STRING_LITERAL1, TokenKind::STRING_LITERAL2,
                TokenKind::STRING_LITERAL_LONG1, TokenKind::STRING_LITERAL_LONG2, TokenKind::INTEGER,
                TokenKind::DECIMAL, TokenKind::DOUBLE, TokenKind::TRUE, TokenKind::FALSE, TokenKind::TRIPLE_BEGIN});
  fail_expecting(std::move(kinds));
}

std::string BlockReader::predicate() {
  if (skip_if(TokenKind::A)) return std::string(iri::kRdfType);
  const Token token = token_;
  if (!is_iri(token.kind)) fail_expecting({TokenKind::IRIREF, TokenKind::PNAME_NS, TokenKind::A});
  skip();
  return request_.names.iri(token);
}

// tripleTermData: '<<(' subject ( iri | A ) object ')>>'
Term BlockReader::triple_term(Position begin, const std::function<Term()>& component) {
  const Token first = token_;
  const Term subject = component();
  if (subject.kind == TermKind::literal || subject.kind == TermKind::triple)
    fail_at(first.position, "the subject of a triple term is an IRI or a blank node");
  const std::string predicate = this->predicate();
  const Term object = component();
  expect(TokenKind::TRIPLE_END);
  Term made;
  made.kind = TermKind::triple;
  append_triple_term(made.text, subject.view(), TermView::iri(predicate), object.view());
  if (depth_of_triple(made.text) > kMostNestedTriples)
    fail_at(begin, "triple terms nest more than {} deep, which is the limit", kMostNestedTriples);
  return made;
}

// iri | rdfLiteral | numericLiteral | booleanLiteral | tripleTermData
std::optional<Term> BlockReader::term() {
  const std::string_view source = request_.source.text();
  const Token first = token_;
  if (skip_if(TokenKind::TRIPLE_BEGIN)) {
    Term made = triple_term(first.position, [this] {
      auto inner = term();
      if (!inner) fail_expecting_term({});
      return std::move(*inner);
    });
    return made;
  }
  if (is_iri(first.kind)) {
    skip();
    return request_.names.resource(first);
  }
  if (is_number(first.kind)) {
    skip();
    return number_term(source, first);
  }
  if (first.kind == TokenKind::TRUE || first.kind == TokenKind::FALSE) {
    skip();
    return boolean_term(first);
  }
  if (!is_string(first.kind)) return std::nullopt;
  skip();
  std::string value = string_value(source, first);
  if (is(TokenKind::LANG_DIR)) {
    const Token tag = token_;
    skip();
    return language_term(std::move(value), source, tag);
  }
  if (!skip_if(TokenKind::DOUBLE_CARET)) return Term(TermView::string(value));
  const Token datatype = token_;
  if (!is_iri(datatype.kind)) fail_expecting({TokenKind::IRIREF, TokenKind::PNAME_NS});
  skip();
  return typed_term(std::move(value), request_.names.iri(datatype), datatype.position);
}

namespace {

std::string counted(std::size_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

// '{' dataBlockValue* '}', and '{' ( '(' dataBlockValue* ')' | NIL )* '}'; a dataBlockValue is a term or UNDEF.
class RowReader {
 public:
  RowReader(const Request& request, const Token& block, Values& values) : reader_(request, block), values_(values) {}

  void read(bool in_parentheses) {
    reader_.expect(TokenKind::LBRACE);
    for (; !reader_.skip_if(TokenKind::RBRACE); ++values_.rows) in_parentheses ? read_row() : read_row_of_one();
  }

 private:
  bool read_value() {
    if (reader_.skip_if(TokenKind::UNDEF)) {
      values_.cells.emplace_back();
      return true;
    }
    auto term = reader_.term();
    if (!term) return false;
    if (term->kind == TermKind::triple) term->text = with_stored_labels(term->text);
    values_.cells.push_back(std::move(term));
    return true;
  }
  void read_row_of_one() {
    if (!read_value()) reader_.fail_expecting_term({TokenKind::UNDEF, TokenKind::RBRACE});
  }
  void read_row() {
    const Position start = reader_.token().position;
    const std::size_t before = values_.cells.size();
    if (!reader_.skip_if(TokenKind::NIL)) {
      if (!reader_.skip_if(TokenKind::LPAREN)) reader_.fail_expecting({TokenKind::LPAREN, TokenKind::RBRACE});
      while (!reader_.skip_if(TokenKind::RPAREN))
        if (!read_value()) reader_.fail_expecting_term({TokenKind::UNDEF, TokenKind::RPAREN});
    }
    const std::size_t found = values_.cells.size() - before, wanted = values_.variables.size();
    if (found != wanted)
      fail_at(start, "this row of VALUES has {}, but there are {}; write UNDEF for a missing value",
              counted(found, "value"), counted(wanted, "variable"));
  }

  BlockReader reader_;
  Values& values_;
};

}  // namespace

void read_rows(const Request& request, const Token& block, bool in_parentheses, Values& values) {
  RowReader(request, block, values).read(in_parentheses);
}

}  // namespace quadrille::parser
