// Placements of nodes on groups: what they keep together, and what they balance.

#include "bench/graph/placements.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/graph/generators.hpp"

namespace quadrille::bench {
namespace {

// Two cliques with five nodes each, and an edge between them.
Undirected two_cliques() {
  EdgeList list{10, {{4, 5, 1}}};
  for (Node first = 0; first < 10; ++first) {
    for (Node other = first + 1; other < 10; ++other) {
      if (first / 5 == other / 5) list.edges.push_back({first, other, 1});
    }
  }
  return Undirected(simple_edges(list), false);
}

TEST(Placements, CostsOfACutBetweenTwoCliques) {
  const PlacementCosts costs = costs_of(two_cliques(), 2, {0, 0, 0, 0, 0, 1, 1, 1, 1, 1});
  EXPECT_EQ(costs.cut_edges, 1u);
  EXPECT_EQ(costs.ghosts, 2u);
  EXPECT_EQ(costs.most_edges, 1);
  EXPECT_EQ(costs.most_nodes, 1);
}

TEST(Placements, ANodeIsAGhostOnceInEachGroup) {
  const Undirected star(simple_edges(star_edges(5)), false);
  const PlacementCosts costs = costs_of(star, 3, {0, 1, 1, 2, 0});
  EXPECT_EQ(costs.cut_edges, 3u);
  EXPECT_EQ(costs.ghosts, 2u + 3u);  // the hub in two groups, three leaves in the hub's
  EXPECT_EQ(costs.most_edges, 5.0 * 3 / 8);
}

TEST(Placements, StreamsKeepCliquesTogether) {
  const Undirected graph = two_cliques();
  for (const PlacementRule rule : {PlacementRule::ldg, PlacementRule::fennel}) {
    EXPECT_LE(costs_of(graph, 2, place_nodes(graph, 2, rule)).cut_edges, 5u) << name_of(rule);
  }
}

TEST(Placements, StreamsCutLessOfAGridThanAHash) {
  const Undirected graph(simple_edges(grid_edges(60, 60)), false);
  const PlacementCosts hash = costs_of(graph, 4, place_nodes(graph, 4, PlacementRule::hash));
  for (const PlacementRule rule : {PlacementRule::ldg, PlacementRule::fennel}) {
    EXPECT_LT(costs_of(graph, 4, place_nodes(graph, 4, rule)).cut_edges, hash.cut_edges) << name_of(rule);
  }
}

TEST(Placements, GroupsAreBounded) {
  const Undirected graph(simple_edges(kronecker_edges(12, 16)), false);
  for (const int groups : {1, 2, 3, 8}) {
    for (const PlacementRule rule : kPlacementRules) {
      const std::vector<std::uint16_t> placement = place_nodes(graph, groups, rule);
      EXPECT_LT(*std::max_element(placement.begin(), placement.end()), groups);
      const PlacementCosts costs = costs_of(graph, groups, placement);
      if (rule == PlacementRule::ldg || rule == PlacementRule::fennel) {
        EXPECT_LE(costs.most_nodes, 1.11);
      }
      if (rule == PlacementRule::fennel_by_edges) {
        EXPECT_LE(costs.most_edges, 1.25);  // a hub has 2 % of all entries
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::bench
