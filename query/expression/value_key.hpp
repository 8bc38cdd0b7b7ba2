#pragma once

// Keys of values, for hash joins on "=": two values that equal() finds equal have a key in common. Others may have one
// too, so the pairs are still tested.
//
//   value                     key
//   a number                  the float next to it, for an integer, a decimal, a float or a double may be equal to a
//                             float; NaN has none
//   a time                    type, instant, whether it has a zone
//   a duration                its months
//   a boolean                 itself
//   other terms               their HURI; or their text, where terms are compared that have none yet
//   unbound, an error         none: it is equal to nothing
//
// "=" is not transitive: 16777217.0e0 equals 16777217.0000000001 as doubles, whose floats are 16777216 and 16777218.
// Therefore the left value of a pair has one key, and the right one has all keys that an equal left value may have:
// two, if it is a double half way between two floats, or a number of more digits next to one. A pair meets at most
// once.
//
// Local. Values must have been read (read_values). Source: SPARQL 1.1 Query 17.3, 17.4.1.7; comparison.hpp.

#include <array>
#include <cstdint>
#include <optional>

#include "query/expression/value.hpp"

namespace quadrille::query {

enum class KeyBy : std::uint8_t {
  term,   // identity of terms, as sameTerm has it: their HURIs
  value,  // "=", of values that all have the HURI that their term has everywhere
  text,   // "=", of values that may have been computed
};

std::optional<std::uint64_t> left_key(const Value& value, KeyBy by);

struct RightKeys {
  std::array<std::uint64_t, 2> keys{};
  int count = 0;
};
RightKeys right_keys(const Value& value, KeyBy by);

}  // namespace quadrille::query
