#pragma once

// Throws the parser's errors with their place: `line 3, column 14: ...`.

#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

[[noreturn]] void fail_with(Position position, const std::string& message);

// fail_at(token.position, "the prefix '{}:' is not declared", prefix);
template <class... Arguments>
[[noreturn]] void fail_at(Position position, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fail_with(position, fmt::format(format, std::forward<Arguments>(arguments)...));
}

// The error for a token that is not allowed in its place:
//   unexpected '}', expected a variable, an IRI or '('
// `expected` may be empty. `before` are the tokens before it, which show the open brackets: at the end of the text, or
// at a closing bracket that does not match, the message names the open one. Throws Error(unsupported) for syntax of
// other languages (unsupported_syntax.hpp).
[[noreturn]] void fail_unexpected(const SourceText& source, std::span<const Token> before, const Token& token,
                                  const std::vector<TokenKind>& expected);

}  // namespace quadrille::parser
