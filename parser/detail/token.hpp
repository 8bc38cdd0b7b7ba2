#pragma once

// A token: a kind and a place in SourceText::text(). Twenty bytes, no text of its own.

#include <cstdint>
#include <string_view>

#include "parser/detail/grammar.hpp"
#include "parser/expression.hpp"  // Position

namespace quadrille::parser {

struct Token {
  TokenKind kind = TokenKind::END;
  std::uint32_t offset = 0;  // bytes
  std::uint32_t size = 0;    // bytes
  Position position;         // in the text as written

  std::string_view text(std::string_view source) const { return source.substr(offset, size); }
};

// True for a bracket or DATA_BLOCK: it extends to the matching bracket.
constexpr bool is_opening(TokenKind kind) {
  return kind == TokenKind::LBRACE || kind == TokenKind::LPAREN || kind == TokenKind::LBRACKET;
}
constexpr bool is_closing(TokenKind kind) {
  return kind == TokenKind::RBRACE || kind == TokenKind::RPAREN || kind == TokenKind::RBRACKET;
}

}  // namespace quadrille::parser
