#pragma once

// Sample sort of the terms of all images: consecutive ranges of about equal size, one a shard, the same on all images.
//
//   image 0   sorted terms |---piece 0---|--piece 1--|- ... |
//   image 1   sorted terms |--piece 0--|---piece 1---|- ... |      range r = piece r of every image, merged
//
// The splitters come from regular samples, each standing for as many terms of its image; with 32 samples a range the
// largest range is a few per cent above the average. Equal terms fall into the same range.
// Source: Shi and Schaeffer, "Parallel Sorting by Regular Sampling" (1992).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "loader/sort_terms.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// The sorted terms of all images; in shared memory, read in place.
struct SortedPieces {
  std::vector<std::span<const SortedTerm>> terms;      // by member
  std::vector<std::span<const std::uint64_t>> bounds;  // by member: ranges + 1

  std::span<const SortedTerm> piece(int member, std::uint32_t range) const {
    const auto at = static_cast<std::size_t>(member);
    return terms[at].subspan(bounds[at][range], bounds[at][range + 1] - bounds[at][range]);
  }
  int members() const { return static_cast<int>(terms.size()); }
};

// Collective. `mine` lies in shared memory, sorted. The pieces can be read until a barrier that the caller makes.
SortedPieces cut_into_ranges(pgas::Team& team, pgas::QueryArena& arena, std::span<const SortedTerm> mine,
                             std::uint32_t ranges);

}  // namespace quadrille
