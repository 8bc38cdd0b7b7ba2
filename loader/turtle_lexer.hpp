#pragma once

// The tokens of Turtle and TriG (and so of N-Triples and N-Quads): where each begins and ends, and whether what is
// within it is right: escapes, the characters of IRIs, closed strings. Which tokens may follow each other is not known
// here.
//
// Names are taken as long as they can be; dots at the end of a name are not part of it. Characters beyond ASCII are
// taken in names as they come: Serd knows which of them are letters. Source: Turtle, 6.5. Cost: one pass.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quadrille {

enum class TokenKind : std::uint8_t {
  iri,            // <...>
  prefixed_name,  // p:local, :local, p:
  blank_label,    // _:label
  word,           // a, true, false, PREFIX, GRAPH, or nonsense: a name without a colon
  at_word,        // @en-gb, @prefix
  string,         // "..." '...' """...""" '''...'''
  type_marker,    // ^^
  number,
  dot,
  semicolon,
  comma,
  open_bracket,
  close_bracket,
  open_parenthesis,
  close_parenthesis,
  open_brace,
  close_brace,
  end,         // there are no more tokens
  incomplete,  // the text ends within the token, or might; `begin` is where it begins
  fault,       // of the token that begins at `begin`; `end` is where, `reason` is why
};

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t begin = 0;
  std::size_t end = 0;
  const char* reason = nullptr;
};

// The token at or after `from`. `is_all`: nothing comes after `text`.
Token next_token(std::string_view text, std::size_t from, bool is_all);

}  // namespace quadrille
