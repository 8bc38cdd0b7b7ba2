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
  using enum TokenKind;
  return kind == LBRACE || kind == LPAREN || kind == LBRACKET || kind == REIFIED_BEGIN || kind == TRIPLE_BEGIN ||
         kind == ANNOTATION_BEGIN;
}
constexpr bool is_closing(TokenKind kind) {
  using enum TokenKind;
  return kind == RBRACE || kind == RPAREN || kind == RBRACKET || kind == REIFIED_END || kind == TRIPLE_END ||
         kind == ANNOTATION_END;
}

}  // namespace quadrille::parser
