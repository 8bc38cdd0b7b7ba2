#pragma once

// The functions of SPARQL and how they are called, for error messages.

#include <optional>
#include <string>
#include <string_view>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

struct FunctionShape {
  TokenKind name;
  std::string_view call;  // "with one argument"
};

// nullptr: no function is called so.
const FunctionShape* find_function(TokenKind name);

// The function that somebody means who writes `word`: what other languages call so, or the nearest name.
std::optional<std::string> function_meant_by(std::string_view word);

}  // namespace quadrille::parser
