#pragma once

// Converts tokens of literals to terms (SPARQL 1.1 Query, 4.1.2): numbers and booleans keep their lexical form, plain
// strings are xsd:string, language tags are in lower case.

#include <string>
#include <string_view>

#include "base/term.hpp"
#include "parser/detail/token.hpp"

namespace quadrille::parser {

// The text of a string token, without quotes and with escapes replaced. Throws Error(syntax) if it is too long for a
// term (base/longest_term.hpp).
std::string string_value(std::string_view source, const Token& token);

// INTEGER, DECIMAL_NEGATIVE and so on.
Term number_term(std::string_view source, const Token& token);

// TRUE or FALSE.
Term boolean_term(const Token& token);

// `tag` is a LANG_DIR. Throws Error(syntax) for another direction than ltr and rtl.
Term language_term(std::string text, std::string_view source, const Token& tag);

// Throws Error(syntax) for rdf:langString and rdf:dirLangString, which need a language; `position` is the datatype's.
Term typed_term(std::string text, std::string datatype, Position position);

constexpr bool is_string(TokenKind kind) {
  return kind >= TokenKind::STRING_LITERAL1 && kind <= TokenKind::STRING_LITERAL_LONG2;
}
constexpr bool is_number(TokenKind kind) {
  return kind >= TokenKind::INTEGER && kind <= TokenKind::DOUBLE_NEGATIVE;
}
constexpr bool is_iri(TokenKind kind) {
  return kind >= TokenKind::IRIREF && kind <= TokenKind::PNAME_LN;
}
constexpr bool is_variable(TokenKind kind) {
  return kind == TokenKind::VAR1 || kind == TokenKind::VAR2;
}

}  // namespace quadrille::parser
