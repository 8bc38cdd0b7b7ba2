#include "parser/detail/data_block.hpp"

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
  std::vector<Token> before;  // read once more, for the sake of the message
  Lexer lexer(request_.source, block_);
  for (Token token = lexer.next(); token.offset < token_.offset; token = lexer.next()) before.push_back(token);
  fail_unexpected(request_.source, before, token_, kinds);
}

void BlockReader::fail_expecting_term(std::vector<TokenKind> kinds) const {
  kinds.insert(kinds.end(),
               {TokenKind::IRIREF, TokenKind::PNAME_NS, TokenKind::STRING_LITERAL1, TokenKind::STRING_LITERAL2,
                TokenKind::STRING_LITERAL_LONG1, TokenKind::STRING_LITERAL_LONG2, TokenKind::INTEGER,
                TokenKind::DECIMAL, TokenKind::DOUBLE, TokenKind::TRUE, TokenKind::FALSE});
  fail_expecting(std::move(kinds));
}

// iri | rdfLiteral | numericLiteral | booleanLiteral
std::optional<Term> BlockReader::term() {
  const std::string_view source = request_.source.text();
  const Token first = token_;
  if (is_iri(first.kind)) {
    skip();
    return Term(TermView::iri(request_.names.iri(first)));
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
  if (is(TokenKind::LANGTAG)) {
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
  RowReader(const Request& request, const Token& block, std::size_t width) : reader_(request, block), width_(width) {}

  std::vector<Row> read(bool in_parentheses) {
    std::vector<Row> rows;
    reader_.expect(TokenKind::LBRACE);
    while (!reader_.skip_if(TokenKind::RBRACE)) rows.push_back(in_parentheses ? full_row() : row_of_one());
    return rows;
  }

 private:
  bool read_value(Row& row) {
    if (reader_.skip_if(TokenKind::UNDEF)) {
      row.emplace_back();
      return true;
    }
    auto term = reader_.term();
    if (!term) return false;
    row.push_back(std::move(term));
    return true;
  }
  Row row_of_one() {
    Row row;
    row.reserve(1);
    if (!read_value(row)) reader_.fail_expecting_term({TokenKind::UNDEF, TokenKind::RBRACE});
    return row;
  }
  Row full_row() {
    const Position start = reader_.token().position;
    Row row;
    row.reserve(width_);
    if (!reader_.skip_if(TokenKind::NIL)) {
      if (!reader_.skip_if(TokenKind::LPAREN)) reader_.fail_expecting({TokenKind::LPAREN, TokenKind::RBRACE});
      while (!reader_.skip_if(TokenKind::RPAREN))
        if (!read_value(row)) reader_.fail_expecting_term({TokenKind::UNDEF, TokenKind::RPAREN});
    }
    if (row.size() != width_)
      fail_at(start, "this row of VALUES has {}, but there are {}; UNDEF stands for none", counted(row.size(), "value"),
              counted(width_, "variable"));
    return row;
  }

  BlockReader reader_;
  std::size_t width_;
};

}  // namespace

std::vector<Row> read_rows(const Request& request, const Token& block, std::size_t width, bool in_parentheses) {
  return RowReader(request, block, width).read(in_parentheses);
}

}  // namespace quadrille::parser
