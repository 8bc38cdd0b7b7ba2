#pragma once

// The words of the grammar: keywords and names of functions.

#include <optional>
#include <string_view>
#include <vector>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The keyword for `word` in any case ("a" in lower case only), or TokenKind::WORD.
TokenKind keyword(std::string_view word);

// The sizes of the keywords of which `word` consists, if it is no keyword itself: 6 and 8 of "FILTERsameTerm"; the
// first is the longest that leaves keywords. Empty if there are none. A word of one letter ("a") is no part.
std::vector<std::size_t> keywords_within(std::string_view word);

constexpr bool is_keyword(TokenKind kind) {
  return kind >= TokenKind::BASE && kind <= TokenKind::REPLACE;
}

// The function of SPARQL 1.1 Query, 17.4, for a keyword (IRI and URI are one, and so are isIRI and isURI).
std::optional<Builtin> builtin(TokenKind kind);

}  // namespace quadrille::parser
