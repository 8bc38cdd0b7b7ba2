#pragma once

// Merges the sorted terms of all images range by range and ranks them within their kinds. Each image receives the ranks
// of its terms as HURIs; equal terms of several images get the same one.
//
//   cut into ranges -> pieces to the owners -> merge own ranges, places back to the images
//                   -> ranks: a sum over the ranges before -> HURIs of local ids
//
// There are as many ranges as shards. Each image owns the ranges that have the numbers of its shards.

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

// Receives the merged terms of the ranges that this image owns. Local.
class RangeTaker {
 public:
  virtual ~RangeTaker() = default;
  virtual void begin_range() = 0;         // the next one of this image
  virtual void add(TermRecord term) = 0;  // distinct terms, ascending by text; valid until add() returns
  virtual void end_range() = 0;
};

struct RankedRanges {
  std::vector<KindCounts> first;  // the terms of each kind before a range; one more at the end for all

  const KindCounts& totals() const { return first.back(); }

  // Calls visit(i, huri of places[i]) for terms at these ascending places in a merged range. The places may be those of
  // a part of the range.
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

// Called now and then, after n more terms of all images have been merged.
using MergePulse = std::function<void(std::uint64_t n)>;

// Collective. Merges the parts of all images' sources, range by range, and passes the places to the sources. `arena`
// outlives Team::run. On return no other image reads this image's `arena`, or the spans of its source, any more.
RankedRanges rank_parts(ShardedWork& work, PieceSource& source, PieceRounds rounds, pgas::QueryArena& arena,
                        RangeTaker& taker, const MergePulse& pulse);

// Collective. Sets huris[id], by local id of the records. `arena` outlives Team::run. On return no other image reads
// this image's `arena` or terms any more.
RankedRanges rank_pieces(ShardedWork& work, std::span<const SortedTerm> sorted, pgas::QueryArena& arena,
                         std::span<Huri> huris, RangeTaker& taker, const MergePulse& pulse);

}  // namespace quadrille
