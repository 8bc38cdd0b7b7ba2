// Runs, their changes and counts of rows beyond 2^32: all agree with a small run that has the same rows without the
// filler before them. delta_test.cpp has more of changes on wide runs.

#include "quadstore/testing/wide_run.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "base/error.hpp"
#include "quadstore/delta_builder.hpp"
#include "quadstore/delta_level.hpp"
#include "quadstore/distinct_keys.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/run_searcher.hpp"
#include "quadstore/statistics.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::iri;

constexpr std::uint64_t kTwoTo32 = std::uint64_t{1} << 32;

// Ten blocks of triples, of few predicates, as a small run and as a wide one. Huris are beyond 2^32 as well.
class WideRunTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kFirstRank = 5 * kTwoTo32;

  WideRunTest() {
    std::mt19937_64 random(42);
    std::set<std::vector<Huri>> rows;
    while (rows.size() < 10 * kBlockRows + 10) {
      rows.insert({iri(1 + random() % 4), iri(kFirstRank + random() % 3000), iri(kFirstRank + random() % 50)});
    }
    RunBuilder builder(Permutation::pso);
    for (const auto& row : rows) builder.append(row);
    bytes_ = builder.finish();
    small_.emplace(bytes_, Permutation::pso, "small");
    wide_.emplace(Permutation::pso, bytes_);
    filler_ = wide_->filler_rows();
  }

  const RunView& wide() const { return wide_->view(); }
  RowRange behind_filler(RowRange rows) const { return {filler_ + rows.begin, filler_ + rows.end}; }
  // Of the rows of the small run, between them, before and behind them.
  QuadPrefix any_prefix(std::mt19937_64& random) const {
    QuadPrefix prefix{iri(random() % 6)};
    if (random() % 4 != 0) prefix.push_back(iri(kFirstRank - 2 + random() % 3004));
    if (random() % 4 == 0 && prefix.size() == 2) prefix.push_back(iri(kFirstRank + random() % 50));
    return prefix;
  }

  std::vector<std::byte> bytes_;
  std::optional<RunView> small_;
  std::optional<detail::WideRun> wide_;
  std::uint64_t filler_ = 0;
};

TEST_F(WideRunTest, SearchesFindTheRowsOfASmallRun) {
  ASSERT_LT(filler_, kTwoTo32);
  ASSERT_GT(wide().rows(), kTwoTo32);
  EXPECT_EQ(wide().rows(), filler_ + small_->rows());
  EXPECT_EQ(wide().count({}), wide().rows());
  std::mt19937_64 random(43);
  RunSearcher searcher(wide());
  int found = 0;
  for (int search = 0; search < 3000; ++search) {
    const QuadPrefix prefix = any_prefix(random);
    const RowRange expected = behind_filler(small_->find(prefix));
    ASSERT_EQ(wide().find(prefix), expected);
    ASSERT_EQ(searcher.find(prefix).size(), expected.size());
    if (expected.empty()) continue;
    ASSERT_EQ(searcher.find(prefix), expected);
    ++found;
    for (const auto column : {ColumnIndex{1}, ColumnIndex{2}}) {
      std::vector<Huri> small(expected.size()), read(small), searched(small);
      small_->read(column, {expected.begin - filler_, expected.end - filler_}, small);
      wide().read(column, expected, read);
      searcher.read(column, expected, searched);
      ASSERT_EQ(read, small);
      ASSERT_EQ(searched, small);
      ASSERT_EQ(searcher.value(column, expected.end - 1), small.back());
    }
  }
  EXPECT_GT(found, 1000);
}

TEST_F(WideRunTest, RangesReachAcrossTheBorder) {
  const auto expect = [&](const QuadPrefix& prefix, Huri low, Huri high, RowRange expected) {
    EXPECT_EQ(wide().find_range(prefix, low, high), expected);
    EXPECT_EQ(MergedRun(wide(), nullptr).find_range(prefix, low, high).size(), expected.size());
  };
  const std::uint64_t of_first = small_->count({iri(1)});
  ASSERT_GT(of_first, 2 * kBlockRows) << "the first predicate's rows reach across row 2^32";
  expect({}, kUnbound, iri(1), {0, filler_ + of_first});
  expect({}, kUnbound, iri(99), {0, wide().rows()});
  const RowRange some = small_->find_range({iri(1)}, iri(kFirstRank + 10), iri(kFirstRank + 2990));
  expect({iri(1)}, iri(kFirstRank + 10), iri(kFirstRank + 2990), behind_filler(some));
  EXPECT_LT(filler_ + some.begin, kTwoTo32);
  EXPECT_GT(filler_ + some.end, kTwoTo32);
}

// Rows of one prefix that are more than 32 bits count.
TEST_F(WideRunTest, CountsOfOnePrefixExceed32Bits) {
  const detail::WideRun wider(Permutation::pso, bytes_, (kTwoTo32 + kTwoTo32 / 2) / kBlockRows);
  const MergedRun run(wider.view(), nullptr);
  EXPECT_EQ(wider.view().count({kUnbound}), wider.filler_rows());
  EXPECT_EQ(run.count({kUnbound}), wider.filler_rows());
  EXPECT_EQ(run.rows(), wider.filler_rows() + small_->rows());
  DistinctKeys keys(run, {});
  ASSERT_TRUE(keys.next());
  EXPECT_EQ(keys.rows(), wider.filler_rows());
  ASSERT_TRUE(keys.next());
  EXPECT_EQ(keys.key(), iri(1));
  EXPECT_EQ(keys.rows(), small_->count({iri(1)}));

  MergedRows rows = run.find({});
  rows.count_off(kTwoTo32 + 3);
  EXPECT_EQ(rows.size(), wider.filler_rows() + small_->rows() - kTwoTo32 - 3);

  rows = run.find({}).part({kTwoTo32 + 7, wider.filler_rows() + 5});
  EXPECT_EQ(rows.size(), wider.filler_rows() - kTwoTo32 - 2);
  MergedBatch batch;
  batch.take(rows, rows.size() - 3);
  EXPECT_EQ(rows.size(), 3u);
  batch.take(rows, 3);
  std::vector<Huri> read(3), expected(3);
  batch.read(ColumnIndex{1}, read);
  small_->read(ColumnIndex{1}, {2, 5}, expected);
  EXPECT_EQ(read, expected);
}

TEST(WideCounts, AreSummedUpInStatistics) {
  const Huri predicate = iri(1), object = iri(2);
  Statistics all;
  for (int shard = 0; shard < 3; ++shard) {
    all.add({GraphStatistics({{predicate, kTwoTo32 - 1, kTwoTo32 - 2, kTwoTo32 - 3}}),
             GraphStatistics({{predicate, kTwoTo32, 1, 2}, {iri(3), 5, 5, 5}})});
  }
  all.add_heavy(HeavyObjects({{object, predicate, 7 * kTwoTo32, 1}, {object, predicate, kTwoTo32, kTwoTo32}}));
  const PredicateStatistics its = all.default_graph.find(predicate);
  EXPECT_EQ(its.rows, 3 * kTwoTo32 - 3);
  EXPECT_EQ(its.distinct_subjects, 3 * kTwoTo32 - 6);
  EXPECT_EQ(its.distinct_objects, 3 * kTwoTo32 - 8);
  EXPECT_EQ(all.named_graphs.rows(), 3 * kTwoTo32 + 15);
  EXPECT_EQ(Statistics::parse(all.serialise(), "test"), all);
}

TEST(WideCounts, AreThoseOfHeavyObjects) {
  const HeavyObjects heavy({{iri(2), iri(1), 7 * kTwoTo32, 1}, {iri(2), iri(1), kTwoTo32, kTwoTo32}});
  const HeavyObjects read = HeavyObjects::parse(heavy.serialise(), "test");
  ASSERT_EQ(read.entries().size(), 1u);
  EXPECT_EQ(read.entries().front().default_rows, 8 * kTwoTo32);
  EXPECT_EQ(read.entries().front().named_rows, kTwoTo32 + 1);
  EXPECT_EQ(HeavyObjects::threshold(32 * kTwoTo32, 1), 2 * kTwoTo32);
}

// The entries of a level have numbers of 32 bits.
TEST(DeltaLevel, WithMoreEntriesThanItCanNumberIsRefused) {
  const auto run_of = [&](Permutation permutation) -> const RunView& { return empty_run(permutation); };
  std::pmr::unsynchronized_pool_resource memory;
  const auto build = [&](std::uint64_t triples) {
    ShardChanges changes;
    for (std::uint64_t i = 0; i < triples; ++i) changes.by_subject.inserted_triples.push_back({iri(i), iri(1), iri(2)});
    return build_level(run_of, std::move(changes), memory);
  };
  const LoweredLimit lowered(most_entries, 100);
  EXPECT_EQ(build(100)->run(Permutation::spo).size(), 100u);
  EXPECT_EQ(detail::message_of([&] { build(101); }),
            "one shard would have 101 changed rows, at most 100 are possible: compact the database");
}

}  // namespace
}  // namespace quadrille
