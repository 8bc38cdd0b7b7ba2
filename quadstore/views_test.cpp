// Views of a database whose rows have different marks, compared with a list of the quads that each shows.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "quadstore/distinct_keys.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/inferred_row.hpp"
#include "quadstore/merge_shard.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/run_pieces.hpp"
#include "quadstore/snapshot.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/test_folder.hpp"
#include "tests/support/small_database.hpp"

namespace quadrille {
namespace {

using detail::in_order;
using detail::iri;
using detail::kShards;
using detail::MarkedQuads;
using detail::Rows;
using detail::TestFolder;
using quadrille::testing::build_small_database;

constexpr std::uint64_t kViewsSeed = 2711;

// Predicate 1 is stated, 2 is inferred, 3 and 4 are both; objects 1 and 2 are classes with many members.
MarkedQuads random_marked_quads(std::uint64_t count) {
  std::mt19937_64 random(kViewsSeed);
  MarkedQuads quads;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t predicate = 1 + random() % 4;
    const Huri object = predicate == 4 ? iri(1 + random() % 2) : iri(100 + random() % 3000);
    const Huri graph = random() % 3 == 0 ? iri(10 + random() % 3) : kDefaultGraph;
    const Quad quad{iri(100 + random() % 3000), iri(predicate), object, graph};
    const bool is_stated = predicate == 1 || (predicate != 2 && random() % 3 != 0);
    quads.emplace(quad, is_stated ? Marks::both : Marks::closure);
  }
  return quads;
}

// Some quads that are stated are given as inferred ones, too.
void build_database(const std::filesystem::path& folder, const MarkedQuads& quads) {
  std::vector<Quad> rows;
  for (const auto& [quad, marks] : quads) {
    Quad inferred = quad;
    inferred.predicate = with_marks(quad.predicate, Marks::closure);
    if (marks == Marks::closure || rows.size() % 5 == 0) rows.push_back(inferred);
    if (marks == Marks::both) rows.push_back(quad);
  }
  const Huri heavy[] = {iri(1), iri(2)};
  build_small_database(folder, rows, kShards, heavy);
}

Rows read_rows(MergedRows rows, int columns, std::uint64_t at_a_time) {
  Rows all;
  MergedBatch batch;
  while (!rows.empty()) {
    batch.take(rows, std::min(rows.size(), at_a_time));
    std::vector<std::vector<Huri>> values;
    for (int column = 0; column < columns; ++column) {
      values.emplace_back(batch.size());
      batch.read(static_cast<ColumnIndex>(column), values.back());
    }
    for (std::size_t row = 0; row < batch.size(); ++row) {
      all.emplace_back();
      for (const std::vector<Huri>& column : values) all.back().push_back(column[row]);
    }
  }
  return all;
}

class ViewsTest : public ::testing::Test {
 protected:
  ViewsTest() : quads_(random_marked_quads(40'000)), generation_(opened()) {}

  Generation opened() {
    build_database(folder_.path(), quads_);
    return Generation::open(folder_.path());
  }

  // The rows of a run that the view should show.
  Rows expected(View view, Permutation permutation, ShardId shard) const {
    Rows rows;
    for (const auto& [quad, marks] : quads_) {
      if (!shows(view, marks) || table_of(quad) != table_of(permutation) ||
          generation_.shard_of_row(permutation, quad) != shard) {
        continue;
      }
      rows.push_back(in_order(permutation, quad));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
  }

  template <class Use>
  void for_each_run(const Use& use) const {
    for (const View view : kAllViews) {
      for (int number = 0; number < kPermutations; ++number) {
        for (std::uint32_t shard = 0; shard < kShards; ++shard) {
          const Permutation permutation = permutation_at(number);
          SCOPED_TRACE(::testing::Message() << "view " << index(view) << ", " << name(permutation) << ", " << shard);
          const MergedRun run = Snapshot(generation_).in(view).run(permutation, ShardId(shard));
          use(run, expected(view, permutation, ShardId(shard)));
        }
      }
    }
  }

  TestFolder folder_;
  const MarkedQuads quads_;
  Generation generation_;
};

TEST_F(ViewsTest, HaveTheRowsWithTheirMarks) {
  generation_.check();
  for_each_run([](const MergedRun& run, const Rows& expected) {
    EXPECT_EQ(run.rows(), expected.size());
    EXPECT_EQ(read_rows(run.find({}), run.columns(), 100'000), expected);
    EXPECT_EQ(read_rows(run.find({}), run.columns(), 7), expected);
  });
}

TEST_F(ViewsTest, CountAndFindPrefixes) {
  std::mt19937_64 random(kViewsSeed);
  for_each_run([&](const MergedRun& run, const Rows& expected) {
    for (int i = 0; i < 40; ++i) {
      std::vector<Huri> prefix;
      const std::vector<Huri> unknown(kMaxColumns, iri(50));
      const std::vector<Huri>& like = expected.empty() ? unknown : expected[random() % expected.size()];
      for (std::uint64_t column = 0; column <= random() % 3; ++column) prefix.push_back(like[column]);
      Rows found;
      std::copy_if(expected.begin(), expected.end(), std::back_inserter(found),
                   [&](const auto& row) { return std::equal(prefix.begin(), prefix.end(), row.begin()); });
      const QuadPrefix key{std::span<const Huri>(prefix)};
      ASSERT_EQ(run.count(key), found.size());
      ASSERT_EQ(read_rows(run.find(key), run.columns(), 100), found);
    }
  });
}

TEST_F(ViewsTest, HaveTheirDistinctKeys) {
  for_each_run([](const MergedRun& run, const Rows& expected) {
    std::map<Huri, std::uint64_t> counted, found;
    for (const auto& row : expected) ++counted[row[0]];
    DistinctKeys keys(run, {});
    while (keys.next()) found[keys.key()] = keys.rows();
    EXPECT_EQ(found, counted);
  });
}

TEST_F(ViewsTest, AreReadInPieces) {
  for_each_run([](const MergedRun& run, const Rows& expected) {
    std::vector<Huri> keys, found, wanted;
    for (std::uint64_t rank = 0; rank < 3200; rank += 5) keys.push_back(iri(rank));
    for (const auto& row : expected) {
      if (std::binary_search(keys.begin(), keys.end(), row[0])) wanted.push_back(row[0]);
    }
    RunPieces pieces;
    pieces.open(run, {});
    std::size_t key = 0;
    while (pieces.next(keys, key)) {
      for (std::size_t row = pieces.begin(); row < pieces.end(); ++row) {
        const Huri value = pieces.values()[row];
        if (std::binary_search(keys.begin(), keys.end(), value)) found.push_back(value);
      }
    }
    EXPECT_EQ(found, wanted);
  });
}

TEST_F(ViewsTest, HaveExactTables) {
  for (const View view : kAllViews) {
    TestFolder folder;
    MarkedQuads shown;
    for (const auto& [quad, marks] : quads_) {
      if (shows(view, marks)) shown.emplace(quad, Marks::both);
    }
    build_database(folder.path(), shown);
    const Generation alone = Generation::open(folder.path());
    const Snapshot snapshot = Snapshot(generation_).in(view);
    EXPECT_EQ(snapshot.statistics(), alone.statistics()) << index(view);
    for (const HeavyEntry& entry : snapshot.heavy_objects().entries()) {
      const HeavyEntry counted = alone.heavy_objects().find(entry.predicate, entry.object);
      EXPECT_EQ(entry.default_rows, counted.default_rows);
      EXPECT_EQ(entry.named_rows, counted.named_rows);
    }
    EXPECT_TRUE(std::equal(snapshot.heavy_objects().objects().begin(), snapshot.heavy_objects().objects().end(),
                           generation_.heavy_objects().objects().begin()));
  }
}

TEST_F(ViewsTest, HaveAdjacencyIndexesOfTheirOwn) {
  std::vector<ShardId> shards;
  for (std::uint32_t shard = 0; shard < kShards; ++shard) shards.push_back(ShardId{shard});
  for (const View view : kAllViews) {
    const Snapshot snapshot = Snapshot(generation_).in(view);
    const auto lists = AdjacencyIndex::make(
        generation_, snapshot.view(), Permutation::pso, {iri(3)}, shards, [](std::size_t) { return true; }, [] {});
    ASSERT_NE(lists, nullptr);
    std::map<Huri, std::vector<Huri>> values;
    for (const auto& [quad, marks] : quads_) {
      if (shows(view, marks) && quad.predicate == iri(3) && quad.graph == kDefaultGraph)
        values[quad.subject].push_back(quad.object);
    }
    for (std::uint64_t rank = 0; rank < 3200; ++rank) {
      std::vector<Huri> found;
      const AdjacencyIndex::List list = lists->find(iri(rank));
      for (const std::uint32_t* value = list.begin; value != list.end; ++value) found.push_back(lists->value(*value));
      ASSERT_EQ(found, values[iri(rank)]) << index(view) << " " << rank;
    }
  }
}

// Of a class with so many members that each view gets a bitmap.
TEST(Views, HaveClassBitmapsOfTheirOwn) {
  constexpr std::uint64_t kMembers = 80'000;
  const auto is_stated = [](std::uint64_t rank) { return rank % 3 != 0; };
  MarkedQuads quads;
  for (std::uint64_t rank = 100; rank < 100 + kMembers; ++rank)
    quads[{iri(rank), iri(4), iri(1), kDefaultGraph}] = is_stated(rank) ? Marks::both : Marks::closure;
  TestFolder folder;
  build_database(folder.path(), quads);
  const Generation generation = Generation::open(folder.path());
  const QuadPrefix prefix{iri(4), iri(1)};
  for (const View view : kAllViews) {
    const View its = Snapshot(generation).in(view).view();
    generation.class_bitmaps().spend(its, Permutation::pos, prefix, 1'000'000);
    const auto bitmap = generation.class_bitmaps().get(generation, its, Permutation::pos, prefix, [] {});
    ASSERT_NE(bitmap, nullptr) << index(view);
    for (std::uint64_t rank = 0; rank < kMembers + 200; ++rank) {
      const bool is_member = rank >= 100 && rank < 100 + kMembers;
      ASSERT_EQ(bitmap->contains(iri(rank)), is_member && shows(view, is_stated(rank) ? Marks::both : Marks::closure));
    }
  }
}

TEST_F(ViewsTest, KeepTheirMarksInAMerge) {
  TestFolder folder;
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    const std::filesystem::path path = folder.path() / std::to_string(shard);
    const BuiltShard merged = merge_shard(path, Snapshot(generation_), ShardId(shard), [] {});
    const ShardFile file(path);
    for (int number = 0; number < kPermutations; ++number) {
      const Permutation permutation = permutation_at(number);
      for (const View view : kAllViews) {
        const MergedRun run(file.run(permutation), nullptr, view);
        ASSERT_EQ(read_rows(run.find({}), run.columns(), 1000), expected(view, permutation, ShardId(shard)));
      }
    }
    EXPECT_EQ(merged.tables[index(View::stated)].statistics.default_graph.rows(),
              Snapshot(generation_).in(View::stated).run(Permutation::spo, ShardId(shard)).rows());
  }
}

// Runs with every combination of marks, in blocks that are full of one of them, mixed, and incomplete.
TEST(Marks, AreReadAsTheyWereWritten) {
  std::mt19937_64 random(kViewsSeed);
  for (const std::uint64_t rows : {1, 63, 64, 65, 1023, 1024, 1025, 5000}) {
    for (int mix = 0; mix < 6; ++mix) {
      RunBuilder builder(Permutation::spo);
      std::vector<Marks> marks;
      for (std::uint64_t row = 0; row < rows; ++row) {
        const auto any = static_cast<Marks>(1 + random() % 3);
        const Marks by_block = row / kBlockRows % 2 == 0 ? Marks::both : any;
        marks.push_back(mix < 3              ? static_cast<Marks>(mix + 1)
                        : mix == 3           ? any
                        : mix == 4           ? by_block
                        : random() % 50 == 0 ? Marks::closure
                                             : Marks::both);
        const Huri columns[] = {iri(row), iri(1), iri(2)};
        builder.append(columns, marks.back());
      }
      const std::vector<std::byte> bytes = builder.finish();
      const RunView run(bytes, Permutation::spo, "test");
      run.check();
      std::vector<Marks> found(rows);
      run.read_marks({0, rows}, found);
      ASSERT_EQ(found, marks);
      for (const View view : kAllViews) {
        const RowMask mask = run.mask(view);
        std::vector<std::uint64_t> before{0};
        for (const Marks its : marks) before.push_back(before.back() + (shows(view, its) ? 1 : 0));
        for (int i = 0; i < 100; ++i) {
          const std::uint64_t end = random() % (rows + 1), begin = random() % (end + 1);
          ASSERT_EQ(mask.count({begin, end}), before[end] - before[begin]);
          std::uint64_t shown = begin, hidden = begin;
          while (shown < end && !shows(view, marks[shown])) ++shown;
          while (hidden < end && shows(view, marks[hidden])) ++hidden;
          ASSERT_EQ(mask.next_shown(begin, end), shown);
          ASSERT_EQ(mask.next_hidden(begin, end), hidden);
          if (begin < rows) {
            ASSERT_EQ(mask.shows(begin), shows(view, marks[begin]));
          }
        }
      }
    }
  }
}

TEST(Marks, DamagedOnesAreDetected) {
  RunBuilder builder(Permutation::spo);
  for (std::uint64_t row = 0; row < 3000; ++row) {
    const Huri columns[] = {iri(row), iri(1), iri(2)};
    builder.append(columns, row % 3 == 0 ? Marks::closure : Marks::both);
  }
  std::vector<std::byte> bytes = builder.finish();
  const detail::RunTables tables(3, 3, 1);
  bytes[tables.end + 8] ^= std::byte{1};  // a mark of the first block
  const RunView run(bytes, Permutation::spo, "test");
  EXPECT_THROW(run.mask(View::stated).count({0, 100}), Error);
  EXPECT_EQ(run.mask(View::stated).count({1024, 2048}), 683u);
  EXPECT_THROW(run.check(), Error);
  bytes[tables.marked + 8] ^= std::byte{1};
  EXPECT_THROW(RunView(bytes, Permutation::spo, "test"), Error) << "the numbers are part of the tables";
}

TEST(Marks, WithoutRulesAllViewsAreEqualButTheInferredOne) {
  TestFolder folder;
  build_database(folder.path(), {{{iri(1), iri(2), iri(3), kDefaultGraph}, Marks::both}});
  const Generation generation = Generation::open(folder.path());
  const Snapshot snapshot(generation);
  const ShardId shard = generation.shard_of_row(Permutation::spo, {iri(1), iri(2), iri(3)});
  for (const View view : kAllViews) {
    EXPECT_EQ(snapshot.in(view).view(), view == View::inferred ? view : View::all);
    EXPECT_EQ(snapshot.in(view).run(Permutation::spo, shard).rows(), view == View::inferred ? 0u : 1u);
    EXPECT_EQ(snapshot.in(view).statistics().default_graph.rows(), view == View::inferred ? 0u : 1u);
  }
}

}  // namespace
}  // namespace quadrille
