#pragma once

// Functions on strings (SPARQL 1.1 Query 17.4.3), one solution at a time; positions and lengths are in code points.
//
//   compatible(a, b)   b has no language tag, or the same as a (17.4.3.1.2); if not, the result is an error
//   result type        a function that returns part of, or changes, its first argument keeps that one's type and tag
//
// Arguments must have their text. An argument that is unbound, an error or of a wrong kind gives an error.
// Local; cost is linear in the texts. Called by the table of built-ins (detail/builtins.cpp) and tests.

#include <span>

#include "query/expression/value.hpp"

namespace quadrille::query {

Value strlen(const Value& text, Arena& arena);
Value substring(const Value& text, const Value& start, Arena& arena);  // XPath's rounding rules
Value substring(const Value& text, const Value& start, const Value& length, Arena& arena);
Value upper_case(const Value& text, Arena& arena);  // Unicode, without the rules of a language
Value lower_case(const Value& text, Arena& arena);
Value starts_with(const Value& text, const Value& prefix, Arena& arena);
Value ends_with(const Value& text, const Value& suffix, Arena& arena);
Value contains(const Value& text, const Value& part, Arena& arena);
Value before(const Value& text, const Value& part, Arena& arena);
Value after(const Value& text, const Value& part, Arena& arena);
Value encode_for_uri(const Value& text, Arena& arena);
Value concatenation(std::span<const Value> texts, Arena& arena);
Value language_matches(const Value& language, const Value& range, Arena& arena);  // RFC 4647, 3.3.1

// A value of the same kind and tag as `model`, with the text `text`, which the value points to.
Value with_text_of(const Value& model, std::string_view text, Arena& arena);

}  // namespace quadrille::query
