#include "loader/rank_terms.hpp"

#include <deque>

#include "loader/piece_exchange.hpp"
#include "loader/shared_list.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kPrefetchDistance = 8;
constexpr std::uint32_t kRoundsAcrossGroups = 4;  // at least: each holds so much less

std::uint32_t parts_per_shard(BuildContext& context) {
  if (context.team().is_one_group()) return 1;
  return (kRoundsAcrossGroups + context.most_shards() - 1) / context.most_shards();
}

std::span<SortedTerm> sorted_terms(BuildContext& context, const TermTable& terms, pgas::QueryArena& arena) {
  const std::span<SortedTerm> sorted = arena.make_span<SortedTerm>(terms.size());
  std::size_t filled = 0;
  terms.for_each([&](TermRecord record) { sorted[filled++] = {0, record.address()}; });
  sort_terms(sorted, [&](std::uint64_t done) { context.pulse(done); });
  return sorted;
}

// Counts of all ranges, by range.
std::vector<KindCounts> gather_counts(pgas::Team& team, const std::deque<VocabularyRange>& mine) {
  std::vector<KindCounts> counts, all;
  for (const VocabularyRange& range : mine) counts.push_back(range.counts());
  for (const std::vector<KindCounts>& theirs : gather_lists(team, counts)) {
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  return all;
}

// The terms of each kind before the range; one more at the end for all.
std::vector<KindCounts> first_ranks(std::span<const KindCounts> ranges) {
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

// Merges the pieces of all images into the ranges that are this image's.
std::deque<VocabularyRange> merge_own_ranges(BuildContext& context, PieceExchange& exchange,
                                             std::uint32_t parts_per_shard, pgas::QueryArena& arena) {
  std::deque<VocabularyRange> ranges;
  for (std::uint32_t round = 0; round < exchange.rounds(); ++round) {
    exchange.fetch(round);
    const std::uint32_t first = exchange.first_part(round);
    for (std::uint32_t part = first; part < exchange.end_part(round); ++part) {
      if (part % parts_per_shard == 0) ranges.emplace_back(arena);
      VocabularyRange& range = ranges.back();
      merge_pieces(
          exchange.pieces(part - first), range.size(), [&](TermRecord term) { range.add(term); },
          [&](std::uint64_t) { context.pulse(0); });
      if ((part + 1) % parts_per_shard == 0) range.end();
    }
    exchange.give_back(round);
  }
  return ranges;
}

}  // namespace

RankedTerms rank_terms(BuildContext& context, TermTable& terms, pgas::QueryArena& work_arena,
                       pgas::QueryArena& huri_arena, const std::filesystem::path& folder, std::uint64_t generation) {
  pgas::Team& team = context.team();
  terms.close();
  const std::span<const SortedTerm> sorted = sorted_terms(context, terms, work_arena);
  const std::uint32_t parts = parts_per_shard(context);
  const CutTerms cut = cut_into_ranges(team, sorted, context.shards() * parts);
  PieceExchange exchange(context, cut, parts, work_arena);
  const std::deque<VocabularyRange> mine = merge_own_ranges(context, exchange, parts, work_arena);
  const std::vector<KindCounts> counts = gather_counts(team, mine);
  const std::vector<KindCounts> first = first_ranks(counts);

  const std::span<Huri> huris = huri_arena.make_span<Huri>(terms.size());
  for (std::uint32_t range = 0; range < context.shards(); ++range) {
    const std::uint32_t part = range * parts;
    assign_piece(cut.of(sorted, part, part + parts), cut.of(exchange.own_places(), part, part + parts), counts[range],
                 first[range], huris);
    context.pulse(0);
  }
  RankedTerms ranked{huris, first.back(), {}};
  std::uint32_t range = context.first_shard();
  for (const VocabularyRange& own : mine) {
    ranked.files.push_back(own.write(folder, generation, range, first[range]));
    context.pulse(0);
    ++range;
  }
  team.barrier();
  return ranked;
}

}  // namespace quadrille
