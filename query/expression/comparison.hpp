#pragma once

// When two values are the same term, equal, or one before the other; and when a value is true.
//
//   "=" (SPARQL 1.1 Query 17.3, 17.4.1.7)
//     the same term                               yes, but for NaN
//     both numeric / boolean / temporal           by value; zoned and unzoned times within 14 hours: error
//     both durations                              by months and seconds, whichever of the three types they have
//     both strings / language strings             by text and tag
//     literals of two known, disjoint types       no      1 = "1", date = dateTime
//     a language string and any other literal     no
//     a literal of unknown type or ill-typed form, and a literal that is not the same term     error
//     a duration and a literal that is none                                                   error
//     not both literals, and not the same term    no
//
//   "<" (17.3)    numbers, strings, booleans, temporals of one type, durations where the order is known (duration.hpp);
//                 all else is an error
//
// The functions on two values need both texts (read_values), but for those whose name says `without_text`: these answer
// from kinds and HURIs alone, and nothing if that is not enough. A HURI of the database, stable or of its updates, has
// one term and a term one such HURI; one of a query's own may stand for a term that has another HURI too.
//
// Local. Callers: the nodes of comparisons, IN and sameTerm; tests.

#include <compare>
#include <optional>

#include "dictionary/query_terms.hpp"
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

// The effective boolean value (17.2.2).
Truth effective_boolean(const Value& value);

// The value's term has no other HURI that is not of the query's own.
inline bool has_one_huri(const Value& value) {
  return !value.huri().is_unbound() && !is_query_term(value.huri());
}
// If their HURIs differ, so do the terms.
inline bool are_identified(const Value& a, const Value& b) {
  return has_one_huri(a) && has_one_huri(b);
}
// Moreover their HURIs are in the order of the terms, if they are of one kind that the vocabulary holds.
inline bool are_stable(const Value& a, const Value& b) {
  return !a.huri().is_unbound() && !b.huri().is_unbound() && !a.huri().is_volatile() && !b.huri().is_volatile();
}

}  // namespace quadrille::query
