#pragma once

// Tokens in a person's words, for error messages.

#include <string>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The first `size` bytes of `text`, or a little less, so that no character is cut: messages stay short, whatever the
// text.
std::string_view head(std::string_view text, std::size_t size);

// What is wrong with a token that cannot stand where it stands: "unexpected '}'", "unexpected end of the text", "the
// string that begins here is not closed" ...
std::string found_text(const SourceText& source, const Token& token);

// "a variable, an IRI or '('": kinds that belong together are named once, and the list is kept short.
std::string expected_text(const std::vector<TokenKind>& kinds);

// Whether it is the beginning of a string that is not closed, or has an escape that is none.
bool is_broken_string(const SourceText& source, const Token& token);

// "; did you mean SELECT?", where a keyword among `expected` is near to the word.
std::string suggestion_text(const SourceText& source, const Token& word, const std::vector<TokenKind>& expected);

}  // namespace quadrille::parser
