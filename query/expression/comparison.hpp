#pragma once

// Functions that test if two values are the same term, equal, or one before the other; and if a value is true.
//
//   "=" (SPARQL 1.1 Query 17.3, 17.4.1.7)
//    the same term                               yes, except for NaN
//     both numeric / boolean / temporal           by value; zoned and unzoned times within 14 hours: error
//     both durations                              by months and seconds, whichever of the three types they have
//     both strings / language strings             by text and tag
//     literals of two known, disjoint types       no      1 = "1", date = dateTime
//     a language string and any other literal     no
//     a literal of unknown type or ill-typed form, and a literal that is not the same term     error
//     a duration and a literal that is none                                                   error
//     not both literals, and not the same term    no
//
//   "<" (17.3)    numbers, strings, booleans, temporals of one type, durations where their order is defined;
//                 other operands are an error
//
// The functions on two values need both texts (read_values), except those named `without_text`: these use kinds and
// HURIs alone, and return nothing if that is not enough. A HURI of the database, stable or of its updates, has exactly
// one term, and the term has only that HURI. A HURI of a query may stand for a term that has another HURI too.
//
// Local. Called by the nodes of comparisons, IN and sameTerm, and tests.

#include <compare>
#include <optional>

#include "dictionary/volatile_huri.hpp"
#include "query/expression/batch.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query {

Truth same_term(const Value& a, const Value& b, Arena& arena);
std::optional<Truth> same_term_without_text(const Value& a, const Value& b);

Truth equal(const Value& a, const Value& b);
std::optional<Truth> equal_without_text(const Value& a, const Value& b);

enum class Order : std::uint8_t {
  less,
  equal,
  greater,
  unordered,
  error
};  // unordered: NaN, every comparison is false

Order compare(const Value& a, const Value& b);
std::optional<Order> compare_without_text(const Value& a, const Value& b);

// The effective boolean value (SPARQL 1.2 Query, 17.2.2): an error for strings with a language and ill-typed literals.
Truth effective_boolean(const Value& value);

// True if no other HURI outside the query stands for the value's term.
inline bool has_one_huri(const Value& value) {
  return !value.huri().is_unbound() && !is_query_term(value.huri());
}
// True if different HURIs mean different terms.
inline bool are_identified(const Value& a, const Value& b) {
  return has_one_huri(a) && has_one_huri(b);
}
// Also true only if the HURIs are in the order of the terms, if these are of one kind that the vocabulary holds.
inline bool are_stable(const Value& a, const Value& b) {
  return !a.huri().is_unbound() && !b.huri().is_unbound() && !a.huri().is_volatile() && !b.huri().is_volatile();
}

}  // namespace quadrille::query
