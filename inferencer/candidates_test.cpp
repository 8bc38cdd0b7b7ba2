#include "inferencer/candidates.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace quadrille::inferencer {
namespace {

using Pairs = PairRuns::Run;

KeyValue pair(std::uint64_t key, std::uint64_t value) {
  return {Huri::make(HuriKind::iri, key), Huri::make(HuriKind::iri, value)};
}

TEST(Candidates, APairOfTwoRulesIsNewForTheFirst) {
  Candidates candidates;
  for (const std::uint32_t source : {7u, 3u, 7u}) candidates.add(source, pair(1, 1));
  candidates.add(7, pair(2, 2));
  candidates.add(3, pair(0, 0));
  candidates.of_no_rule() = {pair(2, 2), pair(5, 5)};
  EXPECT_EQ(candidates.size(), 7u);
  PairRuns known;
  known.add({pair(0, 0)});
  PairSort sort;
  std::map<std::uint32_t, Pairs> counted;
  const Pairs found =
      candidates.take(sort, known, [&](std::uint32_t source, const Pairs& pairs) { counted[source] = pairs; });
  EXPECT_EQ(found, (Pairs{pair(1, 1), pair(2, 2), pair(5, 5)}));
  EXPECT_EQ(counted, (std::map<std::uint32_t, Pairs>{{3, {pair(1, 1)}}, {7, {pair(2, 2)}}, {kNoRule, {pair(5, 5)}}}));
  EXPECT_EQ(candidates.size(), 0u);
  EXPECT_TRUE(candidates.take(sort).empty());
}

TEST(Candidates, ThoseOfOthersAreTakenOut) {
  Candidates candidates;
  candidates.of_no_rule() = {pair(2, 1), pair(3, 1)};
  for (std::uint64_t key = 0; key < 10; ++key) candidates.add(key % 2 == 0 ? 4 : 5, pair(key, 1));
  std::map<std::uint32_t, std::size_t> taken;
  candidates.take_out([](const KeyValue& its) { return its.key.payload() < 3; },
                      [&](std::uint32_t source, Pairs& pairs) { taken[source] = pairs.size(); });
  EXPECT_EQ(taken, (std::map<std::uint32_t, std::size_t>{{4, 2}, {5, 1}, {kNoRule, 1}}));
  EXPECT_EQ(candidates.size(), 8u);
}

// Against a set, however the pairs are divided and whenever duplicates are removed.
TEST(Candidates, RandomPairs) {
  std::mt19937 random(20261128);
  for (int round = 0; round < 300; ++round) {
    Candidates candidates;
    std::set<KeyValue> all;
    PairRuns known;
    Pairs of_known;
    const std::uint64_t range = 1 + random() % 40;
    for (std::uint64_t key = 0; key < range; key += 1 + random() % 5) of_known.push_back(pair(key, key % 3));
    known.add(of_known);
    PairSort sort;
    for (int i = 0; i < 200; ++i) {
      const KeyValue its = pair(random() % range, random() % 3);
      const std::uint32_t source = random() % 4;
      candidates.add(source == 3 ? kNoRule : source, its);
      if (!std::binary_search(of_known.begin(), of_known.end(), its)) all.insert(its);
      if (random() % 50 != 0) continue;
      candidates.remove_known(sort, known);
      EXPECT_EQ(candidates.size(), all.size());
    }
    std::size_t counted = 0;
    const Pairs found =
        candidates.take(sort, known, [&](std::uint32_t, const Pairs& pairs) { counted += pairs.size(); });
    EXPECT_EQ(found, Pairs(all.begin(), all.end()));
    EXPECT_EQ(counted, all.size());
  }
}

}  // namespace
}  // namespace quadrille::inferencer
