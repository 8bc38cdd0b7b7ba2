#include "inferencer/transitive_closure.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace quadrille::inferencer {
namespace {

Huri thing(std::uint64_t number) {
  return Huri::make(HuriKind::iri, number);
}

std::set<Pair> closure_of(const std::vector<Pair>& pairs, std::size_t memory_bytes) {
  std::set<Pair> closure;
  transitive_closure(
      pairs, memory_bytes, [](Huri) { return true; },
      [&](Huri subject, std::span<const Huri> objects) {
        for (const Huri object : objects) EXPECT_TRUE(closure.insert({subject, object}).second) << "it was there";
      });
  return closure;
}

std::set<Pair> literally(const std::vector<Pair>& pairs) {
  std::set<Pair> closure(pairs.begin(), pairs.end());
  for (bool is_new = true; is_new;) {
    is_new = false;
    const std::set<Pair> before = closure;
    for (const Pair& a : before) {
      for (const Pair& b : before)
        if (a.object == b.subject) is_new |= closure.insert({a.subject, b.object}).second;
    }
  }
  return closure;
}

TEST(TransitiveClosure, OfNothingIsEmpty) {
  EXPECT_TRUE(closure_of({}, 1 << 20).empty());
}

TEST(TransitiveClosure, OfAChainHasAllLaterThings) {
  constexpr std::uint64_t kLength = 300;
  std::vector<Pair> chain;
  for (std::uint64_t i = 0; i + 1 < kLength; ++i) chain.push_back({thing(i), thing(i + 1)});
  EXPECT_EQ(closure_of(chain, 1 << 20).size(), kLength * (kLength - 1) / 2);
  EXPECT_EQ(closure_of(chain, 0).size(), kLength * (kLength - 1) / 2);
}

TEST(TransitiveClosure, OfACycleHasAllPairs) {
  const std::vector<Pair> cycle{{thing(1), thing(2)}, {thing(2), thing(3)}, {thing(3), thing(1)}, {thing(3), thing(9)}};
  EXPECT_EQ(closure_of(cycle, 1 << 20).size(), 12u);
  EXPECT_EQ(closure_of({{thing(5), thing(5)}}, 1 << 20).size(), 1u);
}

TEST(TransitiveClosure, AgreesWithTheFixpointOnRandomGraphs) {
  std::mt19937 random(2711);
  for (int round = 0; round < 150; ++round) {
    const std::uint64_t things = 1 + random() % 25, edges = random() % 40;
    std::vector<Pair> pairs;
    for (std::uint64_t i = 0; i < edges; ++i) pairs.push_back({thing(random() % things), thing(random() % things)});
    const std::set<Pair> expected = literally(pairs);
    ASSERT_EQ(closure_of(pairs, 1 << 20), expected);
    ASSERT_EQ(closure_of(pairs, 0), expected);
  }
}

// Layers with all edges between neighbours: searches look at most edges in vain, so bits take over.
TEST(TransitiveClosure, OfManyPathsIsFoundWithBits) {
  constexpr std::uint64_t kLayers = 900, kWidth = 10;
  std::vector<Pair> pairs;
  for (std::uint64_t layer = 0; layer + 1 < kLayers; ++layer) {
    for (std::uint64_t from = 0; from < kWidth; ++from)
      for (std::uint64_t to = 0; to < kWidth; ++to)
        pairs.push_back({thing(layer * kWidth + from), thing((layer + 1) * kWidth + to)});
  }
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{64} << 20}) {
    std::uint64_t all = 0;
    transitive_closure(
        pairs, bytes, [](Huri subject) { return subject != thing(5); },
        [&](Huri, std::span<const Huri> objects) { all += objects.size(); });
    EXPECT_EQ(all, kWidth * kWidth * (kLayers * (kLayers - 1) / 2) - kWidth * (kLayers - 1));
  }
}

// A path whose depth would overflow a stack of calls.
TEST(TransitiveClosure, FollowsLongPaths) {
  std::vector<Pair> chain;
  for (std::uint64_t i = 0; i < 1'000'000; ++i) chain.push_back({thing(i), thing(i + 1)});
  chain.push_back({thing(1'000'000), thing(0)});
  std::uint64_t subjects = 0;
  transitive_closure(
      chain, 0, [](Huri) { return true; },
      [&](Huri, std::span<const Huri> objects) {
        EXPECT_EQ(objects.size(), 1'000'001u);
        ++subjects;
      });
  EXPECT_EQ(subjects, 1'000'001u);
}

}  // namespace
}  // namespace quadrille::inferencer
