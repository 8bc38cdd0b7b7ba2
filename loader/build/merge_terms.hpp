#pragma once

// Merges the sorted pieces of all images for one range, at the range's owner; equal terms become one.
//
//   pieces of a part of the range:  image 0  a b d      image 1  b c d
//   merged, passed one by one:      a b c d
//   places:                         image 0  0 1 3      image 1  1 2 3       by position in the piece
//
// A range comes in one or several parts, in order; places continue from part to part. Local.

#include <cstdint>
#include <functional>
#include <span>

#include "loader/build/sort_terms.hpp"

namespace quadrille {

// One image's piece, and the destination of its terms' places.
struct PlacedPiece {
  std::span<const SortedTerm> terms;
  std::span<std::uint32_t> places;
};

// Returns the number of distinct terms. The first has the place `first_place`. Calls `on_term(record)` for each,
// ascending by text, and `pulse(n)` now and then, after merging n more terms of the pieces. Throws
// ErrorKind::unsupported if the range has more than most_terms.
std::uint64_t merge_pieces(std::span<const PlacedPiece> pieces, std::uint64_t first_place,
                           const std::function<void(TermRecord)>& on_term,
                           const std::function<void(std::uint64_t)>& pulse);

}  // namespace quadrille
