#pragma once

// Kinds of tokens that a person knows under one name: "a literal" is a dozen kinds, "an expression" a hundred.

#include <string>
#include <vector>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The names of `kinds`, each once: what begins or ends something first, then single words, then what goes on.
std::vector<std::string> names_of(const std::vector<TokenKind>& kinds);

}  // namespace quadrille::parser
