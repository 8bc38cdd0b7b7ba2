#pragma once

// The owner of a range merges the sorted pieces of all images; equal terms meet there.
//
//   pieces of range r:    image 0  a b d      image 1  b c d          read in place
//   merged, the owner's:           a b c d
//   places, the owner's:  image 0  0 1 3      image 1  1 2 3          by position in the piece; read in place by its
//   image
//
// Local. Memory: 8 bytes a merged term, 4 bytes a term of a piece, in the arena.

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "dictionary/vocabulary_format.hpp"
#include "loader/term_ranges.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

using KindCounts = std::array<std::uint64_t, kHuriKinds>;  // by HuriKind

// In shared memory: what it points to can be read by the group.
struct MergedRange {
  std::span<const unsigned char* const> terms;             // addresses of records, ascending by text, all different
  std::span<const std::span<const std::uint32_t>> places;  // by member
  KindCounts counts{};                                     // of `terms`
};

// `pulse(n)` is called now and then: n more terms of pieces are merged. Throws ErrorKind::unsupported when a range has
// more than 2^32 terms.
MergedRange merge_range(const SortedPieces& pieces, std::uint32_t range, pgas::QueryArena& arena,
                        const std::function<void(std::uint64_t)>& pulse);

}  // namespace quadrille
