#include "analytics/core_numbers.hpp"

#include <gtest/gtest.h>

#include <set>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

// Removes the vertices with few neighbours, level by level.
std::map<Huri, std::uint32_t> simple_cores(const EdgeList& edges) {
  std::map<Huri, std::set<Huri>> lists;
  for (const auto& [vertex, list] : reference_of(edges, {Direction::both, false, Parallel::sum, {}}, true)) {
    lists[vertex];
    for (const auto& [neighbour, weight] : list) {
      if (neighbour != vertex) lists[vertex].insert(neighbour);
    }
  }
  std::map<Huri, std::uint32_t> core;
  for (std::uint32_t level = 0; !lists.empty(); ++level) {
    std::vector<Huri> stack;
    for (const auto& [vertex, list] : lists) {
      if (list.size() <= level) stack.push_back(vertex);
    }
    while (!stack.empty()) {
      const Huri vertex = stack.back();
      stack.pop_back();
      if (!core.emplace(vertex, level).second) continue;
      for (const Huri neighbour : lists.at(vertex)) {
        lists.at(neighbour).erase(vertex);
        if (lists.at(neighbour).size() <= level) stack.push_back(neighbour);
      }
      lists.at(vertex).clear();
    }
    for (const auto& [vertex, its] : core) lists.erase(vertex);
  }
  return core;
}

void expect_cores(const EdgeList& edges, Parallel parallel) {
  const std::map<Huri, std::uint32_t> expected = simple_cores(edges);
  with_graph(edges, {Direction::both, false, parallel, {true, false}}, [&](Workers& workers, const Graph& graph) {
    const CoreResult result = core_numbers(workers, graph);
    std::uint32_t greatest = 0;
    for (const auto& [vertex, core] : expected) greatest = std::max(greatest, core);
    EXPECT_EQ(result.greatest, greatest);
    ASSERT_EQ(result.core.size(), graph.own());
    for (Slot slot = 0; slot < graph.own(); ++slot) {
      ASSERT_EQ(result.core[slot], expected.at(graph.huri(slot)));
    }
  });
}

TEST(CoreNumbers, AreThoseOfASimpleLoop) {
  for (const EdgeList& edges : testing::test_graphs()) {
    expect_cores(edges, Parallel::sum);
    expect_cores(edges, Parallel::separate);
  }
}

// Levels between the degrees are skipped.
TEST(CoreNumbers, OfACliqueWithAPathAreItsDegrees) {
  EdgeList edges = testing::path_and_star(100, 0);
  for (std::uint64_t left = 0; left < 60; ++left) {
    for (std::uint64_t right = 0; right < left; ++right) {
      edges.add(testing::vertex_id(testing::Ids::dense, 99 + left), testing::vertex_id(testing::Ids::dense, 99 + right),
                1);
    }
  }
  expect_cores(edges, Parallel::sum);
}

// The hub loses most of its neighbours in one level: it stays in the clique, or it comes down to that level.
TEST(CoreNumbers, OfAHubThatLosesManyNeighboursAtOnce) {
  const auto vertex = [](std::uint64_t number) { return testing::vertex_id(testing::Ids::dense, number); };
  for (const std::uint64_t clique : {1, 2, 30, 90}) {
    EdgeList edges;
    for (std::uint64_t left = 0; left < clique; ++left) {
      for (std::uint64_t right = 0; right < left; ++right) edges.add(vertex(left), vertex(right), 1);
    }
    for (std::uint64_t leaf = 0; leaf < 2000; ++leaf) edges.add(vertex(0), vertex(100 + leaf), 1);
    expect_cores(edges, Parallel::sum);
  }
}

}  // namespace
}  // namespace quadrille::analytics
