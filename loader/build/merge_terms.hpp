#pragma once

// The owner of a range merges the sorted pieces of all images; equal terms meet there.
//
//   pieces of a part of the range:  image 0  a b d      image 1  b c d
//   merged, told one by one:        a b c d
//   places:                         image 0  0 1 3      image 1  1 2 3       by position in the piece
//
// A range comes in one part or several, in order; places count on from part to part. Local.

#include <cstdint>
#include <functional>
#include <span>

#include "loader/build/sort_terms.hpp"

namespace quadrille {

// One image's piece, and where the places of its terms go.
struct PlacedPiece {
  std::span<const SortedTerm> terms;
  std::span<std::uint32_t> places;
};

// Returns how many different terms there are. The first has the place `first_place`. `on_term(record)` is called for
// each, ascending by text; `pulse(n)` now and then: n more terms of pieces are merged. Throws ErrorKind::unsupported
// when places go beyond 32 bits.
std::uint64_t merge_pieces(std::span<const PlacedPiece> pieces, std::uint64_t first_place,
                           const std::function<void(TermRecord)>& on_term,
                           const std::function<void(std::uint64_t)>& pulse);

}  // namespace quadrille
