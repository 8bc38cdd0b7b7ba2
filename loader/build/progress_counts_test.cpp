// The pulses of a build's steps, over all images, count the number of items that the progress expects, not more, and
// count evenly. (If images share terms, slightly less: these are written once.)

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "loader/build/index_shards.hpp"
#include "loader/build/part_of_work.hpp"
#include "loader/build/provisional_word.hpp"
#include "loader/build/rank_terms.hpp"
#include "loader/build/spill/index_spilled.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "pgas/test_main.hpp"
#include "quadstore/generation.hpp"

namespace quadrille {
namespace {

constexpr std::uint32_t kShards = 8;
constexpr int kTerms = 40'000, kRows = 60'000;

// Records the calls.
class CountedWork final : public ShardedWork {
 public:
  CountedWork() : ShardedWork(pgas::test_job().team(), kShards) {}
  void pulse(std::uint64_t items, std::uint64_t) override {
    items_ += items;
    most_ = std::max(most_, items);
  }
  // Collective. The sum over all images.
  std::uint64_t items() { return team().sum(items_); }
  // The largest single count of this image.
  std::uint64_t most() const { return most_; }
  std::uint64_t own_items() const { return items_; }

 private:
  std::uint64_t items_ = 0, most_ = 0;
};

// Adds terms that only this image has.
void add_terms(TermTable& terms, int member, int from, int to) {
  for (int i = from; i < to; ++i) {
    const std::string key = fmt::format("http://e/{}/{}", member, i);
    terms.find_or_add(TermTable::hash(HuriKind::iri, key), HuriKind::iri, key);
  }
}

void add_rows(QuadLog& log, int terms, const auto& word) {
  for (int i = 0; i < kRows; ++i) {
    log.triples.append({word(i * 7 % terms), word(i % 5), word(i * 31 % terms)});
    if (i % 3 == 0) log.quads.append({word(i * 3 % terms), word(i % 5), word(i * 11 % terms), word(i % 4)});
  }
}

std::filesystem::path generation_in(const testing::TeamFolder& folder) {
  std::filesystem::create_directories(folder.path() / generation_folder(1));
  pgas::test_job().team().barrier();
  return folder.path();
}

// The number grows steadily: no pulse is more than `part` of all.
void expect_steady(CountedWork& work, std::uint64_t all, std::uint64_t part) {
  EXPECT_LE(work.most(), std::max<std::uint64_t>(1, all / part)) << "of " << all;
}

TEST(PartOfWork, PartsOfAllItemsAreTheItems) {
  CountedWork work;
  PartOfWork one(work, 1, 3), two(work, 2, 3);
  for (int i = 0; i < 300; ++i) one.pulse(1);
  EXPECT_EQ(work.own_items(), 100u);
  two.pulse(299);
  EXPECT_EQ(work.own_items(), 299u);
  two.pulse(1);
  EXPECT_EQ(work.own_items(), 300u);
}

TEST(ProgressCounts, SortLiteralsCountsTheTermsOfAllImages) {
  pgas::Team& team = pgas::test_job().team();
  const testing::TeamFolder folder(team);
  CountedWork work;
  pgas::QueryArena arena(team.heap()), huris(team.heap());
  TermTable terms(arena);
  add_terms(terms, team.rank(), 0, kTerms);
  rank_terms(work, terms, arena, huris, generation_in(folder), 1);
  const std::uint64_t all = std::uint64_t{kTerms} * static_cast<std::uint64_t>(team.size());
  EXPECT_LE(work.items(), all);
  EXPECT_GE(work.items(), all - 3 * static_cast<std::uint64_t>(team.size()));
  expect_steady(work, all, 3);
}

TEST(ProgressCounts, IndexCountsTheRowsOfAllImages) {
  pgas::Team& team = pgas::test_job().team();
  const testing::TeamFolder folder(team);
  CountedWork work;
  pgas::QueryArena arena(team.heap()), rows(team.heap());
  QuadLog log(rows);
  add_rows(log, kTerms, [](int i) { return Huri::make(HuriKind::iri, static_cast<std::uint64_t>(i)); });
  const std::uint64_t all = team.sum(log.size());
  index_shards(work, log, arena, generation_in(folder), 1);
  EXPECT_LE(work.items(), all);
  EXPECT_GE(work.items(), all - 4 * static_cast<std::uint64_t>(team.size()));
  expect_steady(work, all, 3);
}

TEST(ProgressCounts, SoDoTheStepsThatGoThroughDisk) {
  pgas::Team& team = pgas::test_job().team();
  const testing::TeamFolder folder(team);
  const std::filesystem::path path = generation_in(folder);
  CountedWork reading;
  SpilledInput input(reading, path);
  for (int segment = 0; segment < 3; ++segment) {
    pgas::QueryArena arena(team.heap()), rows(team.heap());
    TermTable terms(arena);
    add_terms(terms, team.rank(), segment * 10'000, segment * 10'000 + kTerms);
    QuadLog log(rows);
    add_rows(log, kTerms, [](int i) { return provisional_word(static_cast<std::uint32_t>(i)); });
    input.end_segment(terms, log);
  }
  EXPECT_EQ(reading.items(), 0u);  // Read RDF does not count these bytes

  const auto work = [] { return std::make_unique<CountedWork>(); };
  pgas::QueryArena arena(team.heap());
  const auto sorting = work();
  SpilledTerms terms(*sorting, input);
  OwnRanges mine(*sorting, path, 1);
  const auto look = [&](std::uint64_t) { sorting->pulse(0, 0); };
  const RankedRanges ranked = rank_parts(*sorting, terms, terms.rounds(), arena, mine, look);
  mine.finish(ranked, look);
  EXPECT_EQ(sorting->items(), team.sum(input.terms()));
  expect_steady(*sorting, team.sum(input.terms()), 3);

  const std::uint64_t rows = team.sum(input.rows());
  const auto indexing = work();
  SpilledIndex index(*indexing, path);
  index.update_huris(input, terms, ranked, TripleRanks(*indexing), [](std::span<const Huri>) {});
  EXPECT_EQ(indexing->items(), rows);
  index.build(path, 1);
  EXPECT_LE(indexing->items(), 2 * rows);
  EXPECT_GE(indexing->items(), 2 * rows - 4 * static_cast<std::uint64_t>(team.size()));
  team.barrier();
}

}  // namespace
}  // namespace quadrille
