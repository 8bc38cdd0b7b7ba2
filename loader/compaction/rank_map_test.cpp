#include "loader/compaction/rank_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "loader/compaction/vocabulary_window.hpp"

namespace quadrille {
namespace {

// The drawing of rank_map.hpp.
TEST(RankMap, MovesRanksBehindWhatIsInserted) {
  const std::uint64_t kept = 0b11101;
  const RankMap map(std::span(&kept, 1), 5, {2, 4});
  EXPECT_EQ(map.size(), 6u);
  EXPECT_EQ(map.new_rank(0), 0u);
  EXPECT_EQ(map.new_rank(1), std::nullopt);
  EXPECT_EQ(map.new_rank(2), 2u);
  EXPECT_EQ(map.new_rank(3), 3u);
  EXPECT_EQ(map.new_rank(4), 5u);
  EXPECT_EQ(map.new_rank(5), std::nullopt);
  EXPECT_EQ(map.rank_of_insertion(0), 1u);
  EXPECT_EQ(map.rank_of_insertion(1), 4u);
}

TEST(RankMap, OfNothingHasNothing) {
  EXPECT_EQ(RankMap().size(), 0u);
  EXPECT_EQ(RankMap().new_rank(0), std::nullopt);
  const RankMap inserted({}, 0, {0, 0, 0});
  EXPECT_EQ(inserted.size(), 3u);
  EXPECT_EQ(inserted.rank_of_insertion(2), 2u);
  EXPECT_EQ(inserted.cut(2).insertion, 2u);
}

struct NewTerm {
  bool is_old;
  std::uint64_t number;  // old rank, or insertion
  bool operator==(const NewTerm&) const = default;
};

struct Example {
  std::vector<std::uint64_t> kept;
  std::uint64_t old_size = 0;
  std::vector<std::uint64_t> points;
  std::vector<NewTerm> merged;  // by new rank

  RankMap map() const { return RankMap(kept, old_size, points); }
};

Example example(std::uint64_t old_size, std::uint64_t insertions, std::mt19937_64& random) {
  Example its;
  its.old_size = old_size;
  for (std::uint64_t word = 0; word < (old_size + 63) / 64; ++word) its.kept.push_back(random() | random());
  for (std::uint64_t i = 0; i < insertions; ++i) {
    its.points.push_back(random() % 3 == 0 ? old_size / 2 : random() % (old_size + 1));  // many at one place
  }
  std::sort(its.points.begin(), its.points.end());
  std::uint64_t insertion = 0;
  for (std::uint64_t rank = 0; rank <= old_size; ++rank) {
    for (; insertion < insertions && its.points[insertion] == rank; ++insertion)
      its.merged.push_back({false, insertion});
    if (rank < old_size && (its.kept[rank / 64] >> rank % 64 & 1) != 0) its.merged.push_back({true, rank});
  }
  return its;
}

TEST(RankMap, AgreesWithAMergedList) {
  std::mt19937_64 random(20);
  for (int round = 0; round < 200; ++round) {
    const Example its = example(random() % 400, random() % 100, random);
    const RankMap map = its.map();
    ASSERT_EQ(map.size(), its.merged.size());
    std::uint64_t kept = 0, inserted = 0;
    for (std::uint64_t rank = 0; rank <= map.size(); ++rank) {
      const RankMap::Cut cut = map.cut(rank);
      EXPECT_EQ(cut.insertion, inserted);
      EXPECT_EQ(map.kept_before(cut.old_rank), kept);
      if (rank == map.size()) break;
      const NewTerm term = its.merged[rank];
      ++(term.is_old ? kept : inserted);
      if (term.is_old) {
        EXPECT_EQ(map.new_rank(term.number), rank);
      } else {
        EXPECT_EQ(map.rank_of_insertion(term.number), rank);
      }
    }
    for (std::uint64_t old = 0; old < its.old_size; ++old) {
      EXPECT_EQ(map.new_rank(old).has_value(), map.keeps(old));
    }
  }
}

// In order and without gaps, for all sizes.
TEST(VocabularyWindows, HaveEveryTermOnce) {
  std::mt19937_64 random(21);
  for (const std::uint64_t most : {std::uint64_t{1}, std::uint64_t{7}, VocabularyWindows::kWholePart}) {
    for (const std::uint32_t parts : {1u, 8u, 1000u}) {
      Renumbering::RankMaps maps;
      std::array<Example, kHuriKinds> examples;
      for (const std::size_t kind : {2, 3, 9, 14}) {
        examples[kind] = example(random() % 300, random() % 50, random);
        maps[kind] = examples[kind].map();
      }
      const VocabularyWindows windows(maps, parts, most);
      std::array<std::vector<NewTerm>, kHuriKinds> found;
      for (std::uint32_t part = 0; part < parts; ++part) {
        for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
          EXPECT_EQ(windows.first_ranks(part)[kind], found[kind].size());
        }
        for (std::uint64_t number = 0; number < windows.per_part(); ++number) {
          const VocabularyWindow window = windows.window(part, number);
          for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
            RankRange left = window.insertions[kind];
            for (std::uint64_t old = window.old_ranks[kind].first; old < window.old_ranks[kind].end; ++old) {
              if (!maps[kind].keeps(old)) continue;
              for (; !left.empty() && maps[kind].point(left.first) <= old; ++left.first) {
                found[kind].push_back({false, left.first});
              }
              found[kind].push_back({true, old});
            }
            for (; !left.empty(); ++left.first) found[kind].push_back({false, left.first});
          }
        }
      }
      for (std::size_t kind = 0; kind < kHuriKinds; ++kind) EXPECT_TRUE(found[kind] == examples[kind].merged) << kind;
    }
  }
}

}  // namespace
}  // namespace quadrille
