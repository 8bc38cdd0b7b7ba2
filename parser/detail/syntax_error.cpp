#include "parser/detail/syntax_error.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "parser/detail/token_names.hpp"

namespace quadrille::parser {

namespace {

TokenKind opening_of(TokenKind closing) {
  if (closing == TokenKind::RBRACE) return TokenKind::LBRACE;
  return closing == TokenKind::RPAREN ? TokenKind::LPAREN : TokenKind::LBRACKET;
}

// The innermost bracket that is still open behind `tokens`, or nullptr.
const Token* innermost_open(std::span<const Token> tokens) {
  std::vector<const Token*> open;
  for (const Token& token : tokens) {
    if (is_opening(token.kind)) open.push_back(&token);
    if (is_closing(token.kind) && !open.empty()) open.pop_back();
  }
  return open.empty() ? nullptr : open.back();
}

}  // namespace

void fail_with(Position position, const std::string& message) {
  fail(ErrorKind::syntax, "line {}, column {}: {}", position.line, position.column, message);
}

void fail_unexpected(const SourceText& source, std::span<const Token> before, const Token& token,
                     const std::vector<TokenKind>& expected) {
  std::string message = found_text(source, token);
  if (is_broken_string(source, token)) fail_with(token.position, message);
  if (!expected.empty()) message += ", expected " + expected_text(expected);
  if (token.kind == TokenKind::WORD) message += suggestion_text(source, token, expected);
  const bool iri_expected = std::find(expected.begin(), expected.end(), TokenKind::IRIREF) != expected.end();
  if (token.kind == TokenKind::LESS && iri_expected) message += "; an IRI ends with '>' and has no spaces";
  if (token.kind == TokenKind::END || is_closing(token.kind)) {
    const Token* open = innermost_open(before);
    if (open != nullptr && (token.kind == TokenKind::END || open->kind != opening_of(token.kind)))
      message += fmt::format("; the '{}' of line {}, column {} is not closed", open->text(source.text()),
                             open->position.line, open->position.column);
  }
  fail_with(token.position, message);
}

}  // namespace quadrille::parser
