#include "loader/build/rank_terms.hpp"

#include "loader/build/part_of_work.hpp"
#include "loader/build/rank_pieces.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kOpenRanges = 8;  // files of ranges that are open at the same time

}  // namespace

void OwnRanges::begin_range() {
  if (ranges_.size() >= kOpenRanges) ranges_[ranges_.size() - kOpenRanges].pause();
  terms_.push_back(0);
  ranges_.emplace_back(folder_, generation_, work_.first_shard() + static_cast<std::uint32_t>(ranges_.size()));
}

std::vector<ManifestFile> OwnRanges::finish(const RankedRanges& ranked, const MergePulse& pulse) {
  std::vector<ManifestFile> files;
  for (std::size_t range = 0; range < ranges_.size(); ++range) {
    files.push_back(ranges_[range].finish(ranked.first[work_.first_shard() + range]));
    pulse(terms_[range]);
  }
  work_.team().barrier();
  return files;
}

// Measured with LUBM(10), one image: 58 % sorting, 18 % merging, 24 % writing; with more images merging takes longer.
RankedTerms rank_terms(ShardedWork& work, TermTable& terms, pgas::QueryArena& work_arena, pgas::QueryArena& huri_arena,
                       const std::filesystem::path& folder, std::uint64_t generation) {
  terms.close();
  PartOfWork sorting(work, 1, 2), merging(work, 1, 4), writing(work, 1, 4);
  const std::span<const SortedTerm> sorted =
      sorted_terms(terms, work_arena, [&](std::uint64_t done) { sorting.pulse(done); });
  const std::span<Huri> huris = huri_arena.make_span<Huri>(terms.size());
  OwnRanges mine(work, folder, generation);
  const RankedRanges ranked =
      rank_pieces(work, sorted, work_arena, huris, mine, [&](std::uint64_t done) { merging.pulse(done); });
  return {huris, ranked.totals(), mine.finish(ranked, [&](std::uint64_t done) { writing.pulse(done); })};
}

}  // namespace quadrille
