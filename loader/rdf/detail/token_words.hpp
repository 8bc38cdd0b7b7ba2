#pragma once

// Describes the tokens of a malformed statement in words, with advice on common mistakes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/turtle_lexer.hpp"

namespace quadrille::detail {

// A token with its text, and the token before it.
struct FoundToken {
  std::string_view text;
  Token token;
  Token before;  // TokenKind::end: there is none

  std::string_view written() const { return text.substr(token.begin, token.end - token.begin); }
  std::string_view written_before() const { return text.substr(before.begin, before.end - before.begin); }
  // No white space between the two.
  bool touches() const { return before.kind != TokenKind::end && before.end == token.begin; }
  bool is_on_new_line() const {
    return before.kind != TokenKind::end &&
           text.substr(before.end, token.begin - before.end).find('\n') != std::string_view::npos;
  }
};

bool is_literal(TokenKind kind);

// "'ex:a'", "the end of the document"; long tokens are shortened. `whole`: the name of the text that ends with the
// tokens.
std::string token_words(const FoundToken& found, std::string_view whole = "document");

// Returns why a token of kind `fault` is wrong, and what to do. `in_lines`: in N-Triples or N-Quads.
std::string fault_words(const FoundToken& found, bool in_lines = false);

// Returns the fault of an IRI, `written` in "<" and ">", whose escapes are well-formed: a wrong character after
// unescaping, or a relative IRI in a document without a base.
std::optional<std::string> written_iri_fault(std::string_view written, const DocumentNames& names);

// The same for the datatype of a literal, an IRI or a prefixed name: nullptr, unless datatype_fault() refuses it.
const char* written_datatype_fault(std::string_view written, const DocumentNames& names);

// Advice on a word (a name without ":"): "; did you mean true?". It begins with "; ", or is empty.
std::string word_hint(std::string_view word, const std::vector<std::string>& allowed);

// Advice on a token directly after the previous one: an unescaped quote, a date without quotes. Likewise.
std::string touching_hint(const FoundToken& found);

// The fault in a prefixed name or a blank node label, if any; offset: of the character, in `written`.
struct NameFault {
  std::size_t offset = 0;
  std::string reason;
};
std::optional<NameFault> prefixed_name_fault(std::string_view written);
std::optional<NameFault> blank_node_fault(std::string_view written);

}  // namespace quadrille::detail
