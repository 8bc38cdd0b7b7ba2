#include "analytics/triangles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

// By vertex its different neighbours, without itself, ascending.
using Neighbours = std::map<Huri, std::vector<Huri>>;

Neighbours neighbours_of(const EdgeList& edges) {
  Neighbours neighbours;
  for (const auto& [vertex, list] : reference_of(edges, {Direction::both, false, Parallel::sum, {}}, true)) {
    std::vector<Huri>& others = neighbours[vertex];
    for (const auto& [neighbour, weight] : list) {
      if (neighbour != vertex) others.push_back(neighbour);
    }
  }
  return neighbours;
}

// By vertex the pairs of neighbours that are adjacent.
std::map<Huri, std::uint64_t> reference_triangles(const Neighbours& neighbours) {
  std::map<Huri, std::uint64_t> through;
  for (const auto& [vertex, others] : neighbours) {
    std::uint64_t twice = 0;
    for (const Huri first : others) {
      std::vector<Huri> common;
      std::ranges::set_intersection(others, neighbours.at(first), std::back_inserter(common));
      twice += common.size();
    }
    through[vertex] = twice / 2;
  }
  return through;
}

void expect_triangles(Workers& workers, const Graph& graph, const Neighbours& neighbours,
                      const std::map<Huri, std::uint64_t>& expected) {
  const TriangleResult result = triangles(workers, graph);
  std::uint64_t corners = 0;
  double coefficients = 0;
  for (const auto& [vertex, through] : expected) {
    const auto degree = static_cast<double>(neighbours.at(vertex).size());
    const double coefficient = degree < 2 ? 0 : 2 * static_cast<double>(through) / (degree * (degree - 1));
    corners += through;
    coefficients += coefficient;
    const Slot slot = graph.find(vertex);
    if (slot == kNoSlot || !graph.is_own(slot)) continue;
    ASSERT_EQ(result.through[slot], through);
    ASSERT_EQ(result.coefficient[slot], coefficient);
  }
  EXPECT_EQ(result.total, corners / 3);
  const double mean = neighbours.empty() ? 0 : coefficients / static_cast<double>(neighbours.size());
  EXPECT_NEAR(result.mean_coefficient, mean, 1e-12);
}

TEST(Triangles, AreThoseOfASimpleLoop) {
  for (const EdgeList& edges : testing::test_graphs()) {
    const Neighbours neighbours = neighbours_of(edges);
    const auto expected = reference_triangles(neighbours);
    for (const Parallel parallel : {Parallel::sum, Parallel::separate}) {
      for (const bool weighted : {false, true}) {
        with_graph(edges, {Direction::both, weighted, parallel, {}}, [&](Workers& workers, const Graph& graph) {
          expect_triangles(workers, graph, neighbours, expected);
        });
      }
    }
  }
}

// More vertices than hubs, rows with many hubs, and triangles without any.
TEST(Triangles, OfHubsAndOthers) {
  EdgeList edges = testing::random_edges(testing::test_seed(), 12000, 40000, testing::Ids::mixed, false);
  const EdgeList skewed = testing::random_edges(testing::test_seed(), 12000, 150000, testing::Ids::mixed, true);
  for (std::size_t edge = 0; edge < skewed.sources.size(); ++edge)
    edges.add(skewed.sources[edge], skewed.targets[edge], 1);
  for (std::uint64_t ring = 0; ring < 4000; ++ring) {
    for (const std::uint64_t step : {1, 2, 3, 4}) {
      edges.add(testing::vertex_id(testing::Ids::mixed, 20000 + ring),
                testing::vertex_id(testing::Ids::mixed, 20000 + (ring + step) % 4000), 1);
    }
  }
  const Neighbours neighbours = neighbours_of(edges);
  const auto expected = reference_triangles(neighbours);
  with_graph(edges, {Direction::both, false, Parallel::sum, {}},
             [&](Workers& workers, const Graph& graph) { expect_triangles(workers, graph, neighbours, expected); });
}

TEST(Triangles, OfACompleteGraphAreKnown) {
  const std::uint64_t count = 120;
  EdgeList edges;
  for (std::uint64_t a = 0; a < count; ++a) {
    for (std::uint64_t b = 0; b <= a; ++b) {
      edges.add(testing::vertex_id(testing::Ids::sparse, a), testing::vertex_id(testing::Ids::sparse, b), 1);
    }
  }
  with_graph(edges, {Direction::both, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    const TriangleResult result = triangles(workers, graph);
    EXPECT_EQ(result.total, count * (count - 1) * (count - 2) / 6);
    EXPECT_EQ(result.mean_coefficient, 1);
  });
}

}  // namespace
}  // namespace quadrille::analytics
