#include "loader/rank_terms.hpp"

#include <deque>

#include "loader/rank_pieces.hpp"

namespace quadrille {

namespace {

std::span<SortedTerm> sorted_terms(BuildContext& context, const TermTable& terms, pgas::QueryArena& arena) {
  const std::span<SortedTerm> sorted = arena.make_span<SortedTerm>(terms.size());
  std::size_t filled = 0;
  terms.for_each([&](TermRecord record) { sorted[filled++] = {0, record.address()}; });
  sort_terms(sorted, [&](std::uint64_t done) { context.pulse(done); });
  return sorted;
}

// The ranges of this image, on their way into their files.
class OwnRanges final : public RangeTaker {
 public:
  explicit OwnRanges(pgas::QueryArena& arena) : arena_(arena) {}

  void begin_range() override { ranges_.emplace_back(arena_); }
  void add(TermRecord term) override { ranges_.back().add(term); }
  void end_range() override { ranges_.back().end(); }

  const std::deque<VocabularyRange>& ranges() const { return ranges_; }

 private:
  pgas::QueryArena& arena_;
  std::deque<VocabularyRange> ranges_;
};

}  // namespace

RankedTerms rank_terms(BuildContext& context, TermTable& terms, pgas::QueryArena& work_arena,
                       pgas::QueryArena& huri_arena, const std::filesystem::path& folder, std::uint64_t generation) {
  terms.close();
  const std::span<const SortedTerm> sorted = sorted_terms(context, terms, work_arena);
  const std::span<Huri> huris = huri_arena.make_span<Huri>(terms.size());
  OwnRanges mine(work_arena);
  const RankedRanges ranked = rank_pieces(context, sorted, work_arena, huris, mine);
  RankedTerms outcome{huris, ranked.totals(), {}};
  std::uint32_t range = context.first_shard();
  for (const VocabularyRange& own : mine.ranges()) {
    outcome.files.push_back(own.write(folder, generation, range, ranked.first[range]));
    context.pulse(0);
    ++range;
  }
  context.team().barrier();
  return outcome;
}

}  // namespace quadrille
