#include "loader/build/rank_pieces.hpp"

#include <utility>

#include "loader/build/shared_list.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kRankPrefetch = 8;
constexpr std::uint32_t kRoundsAcrossGroups = 4;  // at least, which divides the memory of a round

std::uint32_t parts_per_shard(ShardedWork& work) {
  if (work.team().is_one_group()) return 1;
  return (kRoundsAcrossGroups + work.most_shards() - 1) / work.most_shards();
}

// The counts of all images' ranges, in order.
std::vector<KindCounts> gather_counts(pgas::Team& team, const std::vector<KindCounts>& mine) {
  std::vector<KindCounts> all;
  for (const std::vector<KindCounts>& theirs : gather_lists(team, mine)) {
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  return all;
}

// The terms of each kind before the range; one more at the end for all.
std::vector<KindCounts> first_ranks(const std::vector<KindCounts>& ranges) {
  std::vector<KindCounts> first(1);
  for (const KindCounts& counts : ranges) {
    KindCounts next = first.back();
    for (std::size_t kind = 0; kind < kHuriKinds; ++kind) next[kind] += counts[kind];
    first.push_back(next);
  }
  return first;
}

// Merges the pieces of all images for this image's ranges. Returns their counts.
std::vector<KindCounts> merge_own_ranges(PieceExchange& exchange, std::uint32_t parts_per_shard, RangeTaker& taker,
                                         const MergePulse& pulse) {
  std::vector<KindCounts> counts;
  std::uint64_t size = 0;  // of the range
  for (std::uint32_t round = 0; round < exchange.rounds(); ++round) {
    exchange.fetch(round);
    const std::uint32_t first = exchange.first_part(round);
    for (std::uint32_t part = first; part < exchange.end_part(round); ++part) {
      if (part % parts_per_shard == 0) {
        taker.begin_range();
        counts.emplace_back();
        size = 0;
      }
      KindCounts& of_range = counts.back();
      const auto take = [&](TermRecord term) {
        ++of_range[static_cast<std::size_t>(term.kind())];
        taker.add(term);
      };
      size += merge_pieces(exchange.pieces(part - first), size, take, pulse);
      if ((part + 1) % parts_per_shard == 0) taker.end_range();
    }
    exchange.give_back(round);
  }
  return counts;
}

}  // namespace

RankedRanges rank_parts(ShardedWork& work, PieceSource& source, PieceRounds rounds, pgas::QueryArena& arena,
                        RangeTaker& taker, const MergePulse& pulse) {
  PieceExchange exchange(work, source, rounds, arena);
  return {first_ranks(gather_counts(work.team(), merge_own_ranges(exchange, rounds.parts_per_shard, taker, pulse)))};
}

RankedRanges rank_pieces(ShardedWork& work, std::span<const SortedTerm> sorted, pgas::QueryArena& arena,
                         std::span<Huri> huris, RangeTaker& taker, const MergePulse& pulse) {
  const std::uint32_t parts = parts_per_shard(work);
  const CutTerms cut = cut_into_ranges(work.team(), sorted, work.shards() * parts);
  CutSource source(cut, arena);
  RankedRanges ranked = rank_parts(work, source, {parts}, arena, taker, pulse);
  for (std::uint32_t range = 0; range < work.shards(); ++range) {
    const std::uint32_t part = range * parts;
    const std::span<const SortedTerm> terms = cut.of(sorted, part, part + parts);
    ranked.for_each_huri(range, cut.of(source.places(), part, part + parts), [&](std::size_t at, Huri huri) {
      if (at + kRankPrefetch < terms.size()) __builtin_prefetch(terms[at + kRankPrefetch].address);
      huris[terms[at].record().id()] = huri;
    });
    work.pulse(0);
  }
  return ranked;
}

}  // namespace quadrille
