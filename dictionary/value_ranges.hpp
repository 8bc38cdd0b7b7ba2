#pragma once

// ValueRanges represent a comparison with a constant as ranges of HURIs. With them an index scan or a filter finds the
// terms that satisfy `?x < 10` without reading any of them.
//
//   kind       integer   |=====exact=====|..residual..|                      numeric constant: kinds integer, decimal,
//              decimal   |=====exact=====|                                   floating, and number by keys
//              floating  |=====exact=====|..residual..|
//              number    "" ============== key
//
// Every term that satisfies the comparison is in one of the ranges; every term of an exact range satisfies it. Terms
// in a residual range must be compared: rounding on the side of the constant may differ for a float and a double, and
// times with and without zone are unordered near each other. Residual ranges are narrow: the values between two
// roundings of the constant; 14 hours around a time. Volatile HURIs are in no range.
//
// Numbers follow SPARQL's operators, which promote both sides to the higher type of integer, decimal, float, double.
// Dates and times follow either order of date_time.hpp, XSD's or XPath's with any implicit zone, since all that depends
// on the zone is residual.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dictionary/date_time.hpp"
#include "dictionary/huri.hpp"
#include "dictionary/numeric_value.hpp"

namespace quadrille {

enum class Comparison : std::uint8_t { less, less_or_equal, equal, greater_or_equal, greater };

// Keys of one kind of the vocabulary (term_key.hpp): first <= key < end; without an end if that is empty.
struct KeyRange {
  std::string first;
  std::string end;
  bool exact = true;

  bool contains(std::string_view key) const { return first <= key && (end.empty() || key < end); }
};

struct HuriRange {
  Huri first;
  Huri last;  // included
  bool exact = true;
  std::shared_ptr<const KeyRange> keys = nullptr;  // of a range of delta terms: others may be left out; nullptr: none

  bool contains(Huri huri) const { return first <= huri && huri <= last; }
  bool operator==(const HuriRange&) const = default;
};

struct ValueRanges {
  std::vector<HuriRange> inlined;    // ascending, not empty, not overlapping
  HuriKind kind = HuriKind::number;  // of the keys: number or temporal
  std::vector<KeyRange> keys;
};

// Local. The terms x with `x comparison constant`. Comparisons with NaN select nothing.
ValueRanges ranges_of(Comparison comparison, const NumericValue& constant);
// Local. The same for a date or time; only terms of the same datatype.
ValueRanges ranges_of(Comparison comparison, const DateTime& constant);

}  // namespace quadrille
