#pragma once

// The functions of SPARQL and their arguments, for error messages and the manual.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "parser/detail/token.hpp"

namespace quadrille::parser {

struct FunctionShape {
  TokenKind name;
  std::string_view call;  // "with one argument"
};

// All functions and aggregates.
std::span<const FunctionShape> function_shapes();

// nullptr: there is no function with this name.
const FunctionShape* find_function(TokenKind name);

// The function that a user probably means by `word`: one with this name in other languages, or the most similar name.
std::optional<std::string> function_meant_by(std::string_view word);

}  // namespace quadrille::parser
