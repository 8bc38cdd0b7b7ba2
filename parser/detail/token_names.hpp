#pragma once

// Describes tokens in words, for error messages.

#include <string>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The first `size` bytes of `text`, or slightly fewer, so that no character is divided: messages stay short for any
// text.
std::string_view head(std::string_view text, std::size_t size);

// The fault of a token that is not allowed in its place: "unexpected '}'", "unexpected end of the text", "the string
// that begins here is not closed" ...
std::string found_text(const SourceText& source, const Token& token);

// "a variable, an IRI or '('": related kinds are named once, and the list is kept short.
std::string expected_text(const std::vector<TokenKind>& kinds);

// True for the start of a string that is not closed, or that has an invalid escape.
bool is_broken_string(const SourceText& source, const Token& token);

// "; did you mean SELECT?", if a keyword among `expected` is similar to the word.
std::string suggestion_text(const SourceText& source, const Token& word, const std::vector<TokenKind>& expected);

}  // namespace quadrille::parser
