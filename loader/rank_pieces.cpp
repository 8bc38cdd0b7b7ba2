#include "loader/rank_pieces.hpp"

#include <utility>

#include "loader/piece_exchange.hpp"
#include "loader/shared_list.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kPrefetchDistance = 8;
constexpr std::uint32_t kRoundsAcrossGroups = 4;  // at least: each holds so much less

std::uint32_t parts_per_shard(ShardedWork& work) {
  if (work.team().is_one_group()) return 1;
  return (kRoundsAcrossGroups + work.most_shards() - 1) / work.most_shards();
}

// Of all images' ranges, in order.
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

// Gives the terms of one piece, at these places in the merged range, their HURIs.
void assign_piece(std::span<const SortedTerm> piece, std::span<const std::uint32_t> places, const KindCounts& counts,
                  const KindCounts& first, std::span<Huri> huris) {
  std::size_t at = 0;
  std::uint64_t kind_begin = 0;
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    const std::uint64_t kind_end = kind_begin + counts[kind];
    for (; at < piece.size() && places[at] < kind_end; ++at) {
      if (at + kPrefetchDistance < piece.size()) __builtin_prefetch(piece[at + kPrefetchDistance].address);
      huris[piece[at].record().id()] = Huri::make(static_cast<HuriKind>(kind), first[kind] + places[at] - kind_begin);
    }
    kind_begin = kind_end;
  }
}

// Merges the pieces of all images into the ranges that are this image's. Their counts.
std::vector<KindCounts> merge_own_ranges(ShardedWork& work, PieceExchange& exchange, std::uint32_t parts_per_shard,
                                         RangeTaker& taker) {
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
      size += merge_pieces(exchange.pieces(part - first), size, take, [&](std::uint64_t) { work.pulse(0); });
      if ((part + 1) % parts_per_shard == 0) taker.end_range();
    }
    exchange.give_back(round);
  }
  return counts;
}

}  // namespace

RankedRanges rank_pieces(ShardedWork& work, std::span<const SortedTerm> sorted, pgas::QueryArena& arena,
                         std::span<Huri> huris, RangeTaker& taker) {
  const std::uint32_t parts = parts_per_shard(work);
  const CutTerms cut = cut_into_ranges(work.team(), sorted, work.shards() * parts);
  PieceExchange exchange(work, cut, parts, arena);
  const std::vector<KindCounts> counts = gather_counts(work.team(), merge_own_ranges(work, exchange, parts, taker));
  RankedRanges ranked{first_ranks(counts)};
  for (std::uint32_t range = 0; range < work.shards(); ++range) {
    const std::uint32_t part = range * parts;
    assign_piece(cut.of(sorted, part, part + parts), cut.of(exchange.own_places(), part, part + parts), counts[range],
                 ranked.first[range], huris);
    work.pulse(0);
  }
  return ranked;
}

}  // namespace quadrille
