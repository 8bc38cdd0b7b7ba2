#pragma once

// The tokens of text that may be unfinished or wrong: for the end of a statement, the prefixes that it uses, and
// suggestions. The parser of the server decides what is right.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace quadrille::server {

enum class TokenKind : std::uint8_t {
  comment,
  literal,   // a string with its quotes
  iri,       // <...>
  name,      // with a prefix: foaf:name, also _:b
  variable,  // ?x, $x
  word,      // a keyword, a, true, a number
  mark,      // one character of punctuation
};

struct Token {
  TokenKind kind;
  std::size_t begin, end;  // bytes of the text
  bool is_open = false;    // a long string or an IRI that the text ends in the middle of
};

// Local. In order; blanks are in none. A string with one quote ends with its line, whether it is closed or not.
std::vector<Token> tokens_of(std::string_view text);

inline std::string_view text_of(std::string_view text, const Token& token) {
  return text.substr(token.begin, token.end - token.begin);
}

}  // namespace quadrille::server
