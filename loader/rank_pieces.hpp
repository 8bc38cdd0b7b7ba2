#pragma once

// The sorted terms of all images are merged, range by range, and each gets its rank within its kind, which its image is
// told as a HURI; equal terms of several images get the same.
//
//   cut into ranges -> pieces to the owners -> merge own ranges, places back to the images
//                   -> ranks: a sum over the ranges before -> HURIs of local ids
//
// There are as many ranges as shards; each image owns those of the numbers of its shards.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/vocabulary_format.hpp"
#include "loader/sharded_work.hpp"
#include "loader/sort_terms.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

using KindCounts = std::array<std::uint64_t, kHuriKinds>;  // by HuriKind

// What the owner of ranges does with them. Local.
class RangeTaker {
 public:
  virtual ~RangeTaker() = default;
  virtual void begin_range() = 0;         // the next one of this image
  virtual void add(TermRecord term) = 0;  // different terms, ascending by text; good until add() returns
  virtual void end_range() = 0;
};

struct RankedRanges {
  std::vector<KindCounts> first;  // the terms of each kind before a range; one more at the end for all

  const KindCounts& totals() const { return first.back(); }
};

// Collective. huris, by local id of the records, gets the HURIs. `arena` outlives Team::run; on return nobody reads it,
// or the terms, of another image any more.
RankedRanges rank_pieces(ShardedWork& work, std::span<const SortedTerm> sorted, pgas::QueryArena& arena,
                         std::span<Huri> huris, RangeTaker& taker);

}  // namespace quadrille
