#pragma once

// Finds the tokens of Turtle and TriG (and so of N-Triples and N-Quads): the start and end of each, and faults within
// it: escapes, the characters of IRIs, unclosed strings. It does not check the sequence of tokens.
//
// Names are as long as possible; dots at the end of a name are not part of it. All characters beyond ASCII are accepted
// in names; other code checks which of them are letters. Source: RDF 1.2 Turtle, 6.5. Cost: one pass.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quadrille {

enum class TokenKind : std::uint8_t {
  iri,            // <...>
  prefixed_name,  // p:local, :local, p:
  blank_label,    // _:label
  word,           // a, true, false, PREFIX, GRAPH, or nonsense: a name without a colon
  at_word,        // @en-gb, @ar--rtl, @prefix
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
  open_triple,       // <<(
  close_triple,      // )>>
  open_reified,      // <<
  close_reified,     // >>
  open_annotation,   // {|
  close_annotation,  // |}
  tilde,
  end,         // there are no more tokens
  incomplete,  // the text ends within the token, or may do so; `begin` is the start of the token
  fault,       // the token from `begin` is wrong at `end`, for `reason`
};

// Reasons that other files compare with, to give better advice.
inline constexpr const char* kBeginsNothing = "a character that cannot begin a token";
inline constexpr const char* kSpaceInIri = "a space in an IRI";
inline constexpr const char* kNotInIri = "a character that cannot be in an IRI";
inline constexpr const char* kStringLeavesLine = "the string that begins here is not closed on its line";
inline constexpr const char* kStringOpen = "the string that begins here is not closed";
inline constexpr const char* kColonMissing = "expected \":\" after \"_\"";

struct Token {
  TokenKind kind = TokenKind::end;
  std::size_t begin = 0;
  std::size_t end = 0;
  const char* reason = nullptr;
};

// The token at or after `from`. `is_all`: nothing comes after `text`.
Token next_token(std::string_view text, std::size_t from, bool is_all);

}  // namespace quadrille
