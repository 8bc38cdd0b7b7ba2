#include "parser/detail/syntax_error.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "parser/detail/hints.hpp"
#include "parser/detail/lexer.hpp"
#include "parser/detail/token_names.hpp"
#include "parser/detail/unsupported_syntax.hpp"

namespace quadrille::parser {

namespace {

using enum TokenKind;

struct Brackets {
  TokenKind opening, closing;
};
constexpr Brackets kBrackets[] = {{LBRACE, RBRACE},
                                  {LPAREN, RPAREN},
                                  {LBRACKET, RBRACKET},
                                  {ANNOTATION_BEGIN, ANNOTATION_END},
                                  {REIFIED_BEGIN, REIFIED_END},
                                  {TRIPLE_BEGIN, TRIPLE_END}};

TokenKind opening_of(TokenKind closing) {
  return std::ranges::find(kBrackets, closing, &Brackets::closing)->opening;
}

TokenKind closing_of(TokenKind opening) {
  return std::ranges::find(kBrackets, opening, &Brackets::opening)->closing;
}

// The brackets that are open after `tokens`, the innermost last.
std::vector<const Token*> open_brackets(std::span<const Token> tokens) {
  std::vector<const Token*> open;
  for (const Token& token : tokens) {
    if (is_opening(token.kind)) open.push_back(&token);
    if (is_closing(token.kind) && !open.empty()) open.pop_back();
  }
  return open;
}

// The fault in the brackets, if there is one: the text ends, or a closing bracket comes, while another is open; or a
// closing bracket has no open one.
Hint bracket_fault(const SourceText& source, std::span<const Token> before, const Token& token) {
  const bool is_end = token.kind == TokenKind::END;
  if (!is_end && !is_closing(token.kind)) return std::nullopt;
  const auto open = open_brackets(before);
  const auto opens_this = [&](const Token* other) { return other->kind == opening_of(token.kind); };
  if (!is_end && std::none_of(open.begin(), open.end(), opens_this))
    return "there is no open bracket that it could close";
  if (open.empty() || (!is_end && opens_this(open.back()))) return std::nullopt;
  const Token& last = *open.back();
  return fmt::format("the '{}' of line {}, column {} is not closed", last.text(source.text()), last.position.line,
                     last.position.column);
}

// A broken string behind `open`, which may hide the brace that closes the data block; else `open`.
Token fault_of_block(const SourceText& source, const Token& open) {
  Lexer lexer(source, open);
  for (Token token = lexer.next(); token.kind != TokenKind::END; token = lexer.next()) {
    if (is_broken_string(source, token)) return token;
  }
  return open;
}

// Advice, if there is any; begins with "; ".
std::string advice(const SourceText& source, std::span<const Token> before, const Token& token,
                   const std::vector<TokenKind>& expected) {
  const Mistake mistake(source, before, token, expected);
  if (const Hint known = hint(mistake)) return "; " + *known;
  if (token.kind == TokenKind::WORD) {
    if (std::string near = suggestion_text(source, token, expected); !near.empty()) return near;
    if (const Hint known = word_hint(mistake)) return "; " + *known;
  }
  // A parenthesis that could be closed here, and probably should be.
  const auto open = open_brackets(before);
  if (open.empty() || open.back()->kind == TokenKind::LBRACE || !mistake.can_be(closing_of(open.back()->kind)))
    return "";
  return fmt::format("; the '{}' of line {}, column {} is open", open.back()->text(source.text()),
                     open.back()->position.line, open.back()->position.column);
}

}  // namespace

void fail_with(Position position, const std::string& message) {
  fail(ErrorKind::syntax, "line {}, column {}: {}", position.line, position.column, message);
}

void fail_unexpected(const SourceText& source, std::span<const Token> before, const Token& token,
                     const std::vector<TokenKind>& expected) {
  const auto can_be = [&](TokenKind kind) {
    return std::find(expected.begin(), expected.end(), kind) != expected.end();
  };
  std::string message = found_text(source, token);
  if (is_broken_string(source, token)) fail_with(token.position, message);
  if (const Hint known = unsupported_syntax(Mistake(source, before, token, expected))) {
    fail(ErrorKind::unsupported, "line {}, column {}: {}", token.position.line, token.position.column, *known);
  }
  if (token.kind == TokenKind::LBRACE && can_be(TokenKind::DATA_BLOCK)) {
    const Token fault = fault_of_block(source, token);
    fail_with(fault.position, fault.offset == token.offset ? "this '{' is not closed" : found_text(source, fault));
  }
  if (const Hint fault = bracket_fault(source, before, token)) fail_with(token.position, message + "; " + *fault);
  if (!expected.empty()) message += ", expected " + expected_text(expected);
  fail_with(token.position, message + advice(source, before, token, expected));
}

}  // namespace quadrille::parser
