#include "quadstore/adjacency_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "quadstore/generation.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/testing/quads.hpp"
#include "quadstore/testing/terms.hpp"
#include "quadstore/testing/test_folder.hpp"
#include "tests/support/small_database.hpp"

namespace quadrille {
namespace {

using detail::iri;
using detail::kShards;
using detail::TestFolder;
using quadrille::testing::build_small_database;

const Huri kLeads = iri(2), kFew = iri(3), kFar = iri(4), kSparseKeys = iri(5), kOnce = iri(6);

class AdjacencyIndexTest : public ::testing::Test {
 protected:
  AdjacencyIndexTest() : generation_(Generation::open(made())) {}

  std::filesystem::path made() {
    std::mt19937_64 random(815);
    std::vector<Quad> quads;
    for (std::uint64_t rank = 1000; rank < 81'000; ++rank) {
      if (random() % 3 != 0) {
        for (std::uint64_t times = random() % 40 == 0 ? 300 : 1 + random() % 4; times-- > 0;) {
          values_[iri(rank)].insert(iri(random() % 1'000'000));
        }
        for (const Huri value : values_[iri(rank)]) quads.push_back({iri(rank), kLeads, value, kDefaultGraph});
      }
      if (rank % 2 == 0) quads.push_back({iri(rank), kOnce, iri(rank / 3), kDefaultGraph});
      if (rank % 50 == 0) quads.push_back({iri(rank), kFew, iri(7), kDefaultGraph});
      quads.push_back(
          {iri(rank), kFar, Huri::make(rank % 2 == 0 ? HuriKind::iri : HuriKind::string, 9), kDefaultGraph});
      quads.push_back({iri(rank * 1000), kSparseKeys, iri(7), kDefaultGraph});
    }
    build_small_database(folder_.path(), quads, kShards, {});
    return folder_.path();
  }

  std::shared_ptr<const AdjacencyIndex> get(AdjacencyCache& lists, Huri predicate, std::uint32_t begin = 0,
                                            std::uint32_t end = kShards) {
    return lists.get(generation_, View::all, Permutation::pso, {predicate}, ShardId{begin}, ShardId{end}, [] {});
  }
  std::shared_ptr<const AdjacencyIndex> get_after_spending(AdjacencyCache& lists, Huri predicate,
                                                           std::uint32_t begin = 0, std::uint32_t end = kShards) {
    lists.spend(View::all, Permutation::pso, {predicate}, ShardId{begin}, ShardId{end}, 100'000);
    return get(lists, predicate, begin, end);
  }

  TestFolder folder_;
  std::map<Huri, std::set<Huri>> values_;
  Generation generation_;
};

std::vector<Huri> values_of(const AdjacencyIndex& lists, Huri key) {
  std::vector<Huri> values;
  const AdjacencyIndex::List list = lists.find(key);
  for (const std::uint32_t* value = list.begin; value != list.end; ++value) values.push_back(lists.value(*value));
  return values;
}

TEST_F(AdjacencyIndexTest, AreThoseOfTheRows) {
  AdjacencyCache lists(nullptr, 1 << 26);
  const auto all = get_after_spending(lists, kLeads);
  ASSERT_NE(all, nullptr);
  for (std::uint64_t rank = 0; rank < 90'000; ++rank) {
    const auto known = values_.find(iri(rank));
    const auto values = known == values_.end() ? std::set<Huri>() : known->second;
    ASSERT_EQ(values_of(*all, iri(rank)), std::vector<Huri>(values.begin(), values.end())) << rank;
    ASSERT_EQ(all->contains(iri(rank)), !values.empty()) << rank;
  }
  for (const Huri other : {kUnbound, Huri::make(HuriKind::string, 2000), Huri(~std::uint64_t{0}), kDefaultGraph}) {
    EXPECT_TRUE(values_of(*all, other).empty());
  }
}

TEST_F(AdjacencyIndexTest, NeedNoBeginsWhereEachKeyHasOne) {
  AdjacencyCache lists(nullptr, 1 << 26);
  const auto once = get_after_spending(lists, kOnce), often = get_after_spending(lists, kLeads);
  ASSERT_TRUE(once && often);
  EXPECT_TRUE(once->has_one_each());
  EXPECT_FALSE(often->has_one_each());
  for (std::uint64_t rank = 900; rank < 82'000; ++rank) {
    const bool is_there = rank >= 1000 && rank < 81'000 && rank % 2 == 0;
    ASSERT_EQ(values_of(*once, iri(rank)), is_there ? std::vector<Huri>{iri(rank / 3)} : std::vector<Huri>{});
  }
}

TEST_F(AdjacencyIndexTest, OfSomeShardsHaveTheKeysOfThese) {
  AdjacencyCache lists(nullptr, 1 << 26);
  const auto some = get_after_spending(lists, kLeads, 2, 5);
  ASSERT_NE(some, nullptr);
  for (const auto& [key, values] : values_) {
    const std::uint32_t shard = index(shard_of(key, kShards));
    ASSERT_EQ(values_of(*some, key).size(), shard >= 2 && shard < 5 ? values.size() : 0);
  }
  EXPECT_EQ(get(lists, kLeads), nullptr) << "shards of each by themselves";
}

TEST_F(AdjacencyIndexTest, AreMadeWhenMergesHaveCostAsMuch) {
  AdjacencyCache lists(nullptr, 1 << 26);
  std::uint64_t rows = 0;
  for (const auto& [key, values] : values_) rows += values.size();
  const std::uint64_t cost = (rows / kBlockRows + 1) * 2;
  EXPECT_EQ(get(lists, kLeads), nullptr);
  lists.spend(View::all, Permutation::pso, {kLeads}, ShardId{0}, ShardId{kShards}, cost - 1);
  EXPECT_EQ(get(lists, kLeads), nullptr);
  lists.spend(View::all, Permutation::pso, {kLeads}, ShardId{0}, ShardId{kShards}, 1);
  const auto all = get(lists, kLeads);
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(get(lists, kLeads), all);
  EXPECT_EQ(lists.used_bytes(), all->size_bytes());
}

TEST_F(AdjacencyIndexTest, AreNotMadeWhereTheyTakeTooMuch) {
  AdjacencyCache lists(nullptr, 1 << 26), small(nullptr, 1 << 18);
  EXPECT_EQ(get_after_spending(lists, kFew), nullptr) << "few blocks";
  EXPECT_EQ(get_after_spending(lists, kFar), nullptr) << "values are far apart";
  EXPECT_EQ(get_after_spending(lists, kSparseKeys), nullptr) << "keys are far apart";
  EXPECT_EQ(get_after_spending(small, kLeads), nullptr) << "no room";
  EXPECT_EQ(lists.used_bytes() + small.used_bytes(), 0u);
}

TEST_F(AdjacencyIndexTest, MakeRoomBeforeTheyAreMade) {
  AdjacencyCache lists(nullptr, 1 << 26);
  const std::size_t often = get_after_spending(lists, kLeads)->size_bytes();
  AdjacencyCache small(nullptr, often * 3 / 2);
  ASSERT_NE(get_after_spending(small, kLeads), nullptr);
  std::size_t most_used = 0;
  const auto look = [&] { most_used = std::max(most_used, small.used_bytes()); };
  small.spend(View::all, Permutation::pso, {kOnce}, ShardId{0}, ShardId{kShards}, 100'000);
  small.get(generation_, View::all, Permutation::pso, {kOnce}, ShardId{0}, ShardId{kShards}, look);
  EXPECT_GT(most_used, 0u);
  EXPECT_LE(most_used, often * 3 / 2) << "with the one that is being made";
}

}  // namespace
}  // namespace quadrille
