#pragma once

// TermRanges are the terms that a variable can have where a condition holds, as ranges of HURIs. A scan reads only
// these rows of the index. The condition is still tested, so a range may be too wide, but never too narrow.
//
//   condition                                              ranges
//   ?v < 5, <=, =, >=, > and the constant first            numbers, dates, times by value (dictionary/value_ranges.hpp)
//   ?v < "m" and so on                                     strings by their place in the vocabulary
//   ?v = <iri>, ?v = "text", sameTerm(?v, term)            one term
//   ?v IN (...)                                            these
//   STRSTARTS(?v, "a"), REGEX(?v, "^a...")                 strings by prefix; all language strings
//   the same of STR(?v)                                    and IRIs by prefix; all other literals
//   LANG(?v) = "en", LANGMATCHES(LANG(?v), "en")           a language
//   isIRI(?v), isBlank(?v), isLiteral(?v), isNumeric(?v)   kinds
//   a && b, a || b                                         what both allow, what one of them does
//
// Terms of updates have no order, so a range has all of a kind; scans drop those that have none of the range's keys
// (HuriRange::keys). Local; some microseconds a condition. Where the vocabulary is spread over groups, ranges that
// depend on it are whole kinds: the same on all images.

#include <optional>

#include "parser/expression.hpp"
#include "query/table/quad_pattern.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

// nullopt: the condition does not restrict the variable.
std::optional<TermRanges> ranges_of(const parser::Expression& condition, parser::VariableId variable,
                                    QueryDictionary& dictionary);

TermRanges intersection(const TermRanges& a, const TermRanges& b);

}  // namespace quadrille::query
