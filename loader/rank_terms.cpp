#include "loader/rank_terms.hpp"

#include "loader/write_vocabulary.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kPrefetchDistance = 8;
constexpr auto kBlank = static_cast<std::size_t>(HuriKind::blank);

std::span<SortedTerm> sorted_terms(BuildContext& context, const TermTable& terms, pgas::QueryArena& arena) {
  const std::span<SortedTerm> sorted = arena.make_span<SortedTerm>(terms.size());
  std::size_t filled = 0;
  terms.for_each([&](TermRecord record) { sorted[filled++] = {0, record.address()}; });
  sort_terms(sorted, [&](std::uint64_t done) { context.pulse(done); });
  return sorted;
}

// The merged ranges of all images, by range; each in its owner's memory.
std::vector<const MergedRange*> all_ranges(BuildContext& context, std::span<const MergedRange> mine) {
  const std::vector<const MergedRange*> of_members = context.team().all_gather(mine.data());
  std::vector<const MergedRange*> ranges;
  for (std::uint32_t range = 0; range < context.shards(); ++range) {
    const int owner = context.member_of_shard(range);
    ranges.push_back(of_members[static_cast<std::size_t>(owner)] + (range - context.first_shard(owner)));
  }
  return ranges;
}

// The terms of each kind before the range; one more at the end for all.
std::vector<KindCounts> first_ranks(std::span<const MergedRange* const> ranges) {
  std::vector<KindCounts> first(1);
  for (const MergedRange* range : ranges) {
    KindCounts next = first.back();
    for (std::size_t kind = 0; kind < kHuriKinds; ++kind) next[kind] += range->counts[kind];
    first.push_back(next);
  }
  return first;
}

// Gives the terms of one piece, at these places in the merged range, their HURIs.
void assign_piece(std::span<const SortedTerm> piece, std::span<const std::uint32_t> places, const MergedRange& range,
                  const KindCounts& first, std::span<Huri> huris) {
  std::size_t at = 0;
  std::uint64_t kind_begin = 0;
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    const std::uint64_t kind_end = kind_begin + range.counts[kind];
    for (; at < piece.size() && places[at] < kind_end; ++at) {
      if (at + kPrefetchDistance < piece.size()) __builtin_prefetch(piece[at + kPrefetchDistance].address);
      huris[piece[at].record().id()] = Huri::make(static_cast<HuriKind>(kind), first[kind] + places[at] - kind_begin);
    }
    kind_begin = kind_end;
  }
}

}  // namespace

RankedTerms rank_terms(BuildContext& context, TermTable& terms, pgas::QueryArena& work_arena,
                       pgas::QueryArena& huri_arena, const std::filesystem::path& folder, std::uint64_t generation) {
  pgas::Team& team = context.team();
  terms.close();
  const std::span<const SortedTerm> sorted = sorted_terms(context, terms, work_arena);
  const SortedPieces pieces = cut_into_ranges(team, work_arena, sorted, context.shards());

  const std::span<MergedRange> mine = work_arena.make_span<MergedRange>(context.end_shard() - context.first_shard());
  for (std::uint32_t own = 0; own < mine.size(); ++own) {
    mine[own] = merge_range(pieces, context.first_shard() + own, work_arena, [&](std::uint64_t) { context.pulse(0); });
  }
  const std::vector<const MergedRange*> ranges = all_ranges(context, mine);  // a barrier: all are merged
  const std::vector<KindCounts> first = first_ranks(ranges);

  const std::span<Huri> huris = huri_arena.make_span<Huri>(terms.size());
  for (std::uint32_t range = 0; range < context.shards(); ++range) {
    assign_piece(pieces.piece(team.rank(), range), ranges[range]->places[static_cast<std::size_t>(team.rank())],
                 *ranges[range], first[range], huris);
    context.pulse(0);
  }
  RankedTerms ranked{huris, first.back(), {}};
  for (std::uint32_t own = 0; own < mine.size(); ++own) {
    const std::uint32_t range = context.first_shard() + own;
    ranked.files.push_back(
        write_vocabulary(folder, generation, range, mine[own], first[range], [&](std::uint64_t) { context.pulse(0); }));
  }
  team.barrier();
  return ranked;
}

}  // namespace quadrille
