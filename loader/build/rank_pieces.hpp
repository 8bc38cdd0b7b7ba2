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
#include <functional>
#include <span>
#include <vector>

#include "dictionary/vocabulary_format.hpp"
#include "loader/build/piece_exchange.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/sort_terms.hpp"
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

  // Visits the HURIs of terms at these places in a merged range, ascending: visit(i, huri of places[i]). The places may
  // be those of a part of the range.
  template <class Visit>
  void for_each_huri(std::uint32_t range, std::span<const std::uint32_t> places, const Visit& visit) const {
    std::size_t at = 0;
    std::uint64_t kind_begin = 0;
    for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
      const std::uint64_t kind_end = kind_begin + first[range + 1][kind] - first[range][kind];
      for (; at < places.size() && places[at] < kind_end; ++at) {
        visit(at, Huri::make(static_cast<HuriKind>(kind), first[range][kind] + places[at] - kind_begin));
      }
      kind_begin = kind_end;
    }
  }
};

// Called now and then: n more terms of all images' are merged.
using MergePulse = std::function<void(std::uint64_t n)>;

// Collective. The parts of all images' sources are merged, range by range; the sources get the places. `arena` outlives
// Team::run; on return nobody reads it, or what the sources have handed out, of another image any more.
RankedRanges rank_parts(ShardedWork& work, PieceSource& source, PieceRounds rounds, pgas::QueryArena& arena,
                        RangeTaker& taker, const MergePulse& pulse);

// Collective. huris, by local id of the records, gets the HURIs. `arena` outlives Team::run; on return nobody reads it,
// or the terms, of another image any more.
RankedRanges rank_pieces(ShardedWork& work, std::span<const SortedTerm> sorted, pgas::QueryArena& arena,
                         std::span<Huri> huris, RangeTaker& taker, const MergePulse& pulse);

}  // namespace quadrille
