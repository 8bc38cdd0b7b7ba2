#pragma once

// Groups kinds of tokens that have one name for users: "a literal" is a dozen kinds, "an expression" a hundred.

#include <string>
#include <vector>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The names of `kinds`, each once: first those that begin or end a construct, then single words, then continuations.
std::vector<std::string> names_of(const std::vector<TokenKind>& kinds);

}  // namespace quadrille::parser
