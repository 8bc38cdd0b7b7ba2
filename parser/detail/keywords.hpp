#pragma once

// The words that the grammar knows: keywords and names of functions.

#include <optional>
#include <string_view>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The keyword that `word` is in any case ("a" in lower case only), or TokenKind::WORD.
TokenKind keyword(std::string_view word);

constexpr bool is_keyword(TokenKind kind) {
  return kind >= TokenKind::BASE && kind <= TokenKind::REPLACE;
}

// The function of SPARQL 1.1 Query, 17.4, that a keyword names (IRI and URI are one, as are isIRI and isURI).
std::optional<Builtin> builtin(TokenKind kind);

}  // namespace quadrille::parser
