#pragma once

// TextPlaces gives the IRIs and strings of updates a place among those of the base, for ORDER BY. The place of a base
// term is its HURI; a delta term's is before the first base term that follows it. So base terms are sorted without
// their texts.
//
//   base, in the order of HURIs       "Ann"        "Bo"  "Zoe"
//   delta terms                             "Anna"            places: ("Bo", 0), ("Zoe", 0), ("Zoe", 1)
//                                             "Bob" "Cy"      base terms come after the terms placed before them
//
// Local; only if all terms can be read in place (one group). Cost: a lookup in the base for each different delta
// term.

#include <compare>
#include <cstdint>
#include <span>
#include <unordered_map>

#include "query/expression/value.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

class TextPlaces {
 public:
  // Collects the delta terms among `values`, which have been read. Base terms need not be.
  TextPlaces(std::span<const Value> values, const QueryDictionary& dictionary);

  // True if the value is an IRI or a string of the database; compare() takes only those.
  static bool has_place(const Value& value);
  std::strong_ordering compare(const Value& a, const Value& b) const {
    return place_of(a.huri()) <=> place_of(b.huri());
  }

 private:
  struct Place {
    Huri base;
    std::uint32_t among_delta = ~std::uint32_t{0};
    auto operator<=>(const Place&) const = default;
  };
  Place place_of(Huri huri) const { return huri.is_volatile() ? places_.at(huri) : Place{huri}; }

  std::unordered_map<Huri, Place> places_;
};

}  // namespace quadrille::query
