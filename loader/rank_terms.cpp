#include "loader/rank_terms.hpp"

#include "loader/rank_pieces.hpp"

namespace quadrille {

void OwnRanges::begin_range() {
  ranges_.emplace_back(folder_, generation_, work_.first_shard() + static_cast<std::uint32_t>(ranges_.size()));
}

std::vector<ManifestFile> OwnRanges::finish(const RankedRanges& ranked) {
  std::vector<ManifestFile> files;
  std::uint32_t range = work_.first_shard();
  for (VocabularyRange& own : ranges_) {
    files.push_back(own.finish(ranked.first[range++]));
    work_.pulse(0);
  }
  work_.team().barrier();
  return files;
}

RankedTerms rank_terms(BuildContext& context, TermTable& terms, pgas::QueryArena& work_arena,
                       pgas::QueryArena& huri_arena, const std::filesystem::path& folder, std::uint64_t generation) {
  terms.close();
  const std::span<const SortedTerm> sorted =
      sorted_terms(terms, work_arena, [&](std::uint64_t done) { context.pulse(done); });
  const std::span<Huri> huris = huri_arena.make_span<Huri>(terms.size());
  OwnRanges mine(context, folder, generation);
  const RankedRanges ranked = rank_pieces(context, sorted, work_arena, huris, mine);
  return {huris, ranked.totals(), mine.finish(ranked)};
}

}  // namespace quadrille
