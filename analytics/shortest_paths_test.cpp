#include "analytics/shortest_paths.hpp"

#include <gtest/gtest.h>

#include "analytics/testing/path_reference.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::PathReference;
using testing::Reference;

// The parent that the header promises; unbound if there is none.
Huri expected_parent(const PathReference& paths, const std::vector<std::pair<Huri, double>>& in, Huri vertex) {
  if (paths.distance.at(vertex) == testing::kNever) return kUnbound;
  for (const bool flat : {false, true}) {
    for (const auto& [neighbour, weight] : in) {
      const bool is_flat = paths.distance.at(neighbour) == paths.distance.at(vertex);
      if (is_flat == flat && paths.is_step(neighbour, vertex, weight)) return neighbour;
    }
  }
  return kUnbound;
}

void expect_paths(Workers& workers, const Graph& graph, const EdgeList& edges, const ProjectionOptions& options,
                  const PathOptions& path_options) {
  const Reference out = reference_of(edges, options, true), in = reference_of(edges, options, false);
  const PathReference paths = testing::reference_paths(out, path_options.starts);
  const PathResult result = shortest_paths(workers, graph, path_options);
  ASSERT_EQ(result.distance.size(), graph.own());
  std::uint64_t reached = 0;
  for (const auto& [vertex, distance] : paths.distance) reached += distance < testing::kNever ? 1 : 0;
  EXPECT_EQ(result.reached, reached);
  for (Slot slot = 0; slot < graph.own(); ++slot) {
    const Huri vertex = graph.huri(slot);
    ASSERT_EQ(result.distance[slot], paths.distance.at(vertex));
    if (!path_options.parents) continue;
    const Slot parent = result.parent[slot];
    const bool is_start = std::ranges::find(path_options.starts, vertex) != path_options.starts.end();
    const Huri expected = is_start ? kUnbound : expected_parent(paths, in.at(vertex), vertex);
    ASSERT_EQ(parent == kNoSlot ? kUnbound : graph.huri(parent), expected);
  }
}

std::vector<Huri> some_starts(const EdgeList& edges) {
  if (edges.sources.empty()) return {};
  return {edges.sources.front(), edges.targets.back(), Huri::make(HuriKind::typed, 3)};
}

TEST(ShortestPaths, AreThoseOfASimpleLoop) {
  for (const EdgeList& even : testing::test_graphs()) {
    for (const EdgeList& edges : {even, with_odd_weights(even)}) {
      const std::vector<Huri> starts = some_starts(edges);
      for (const Direction direction : {Direction::out, Direction::both}) {
        const Parallel parallel = direction == Direction::out ? Parallel::minimum : Parallel::separate;
        const ProjectionOptions options{direction, true, parallel, {}};
        with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
          expect_paths(workers, graph, edges, options, {.starts = starts});
        });
      }
    }
  }
}

TEST(ShortestPaths, DoNotDependOnTheWidthOfBuckets) {
  const EdgeList edges =
      with_odd_weights(testing::random_edges(testing::test_seed(), 600, 3000, testing::Ids::mixed, false));
  const std::vector<Huri> starts = some_starts(edges);
  const ProjectionOptions options{Direction::out, true, Parallel::sum, {}};
  for (const double delta : {1e-300, 1e-4, 0.001, 0.1, 3.0, 1e300}) {
    with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
      expect_paths(workers, graph, edges, options, {.starts = starts, .delta = delta});
    });
  }
}

// Weights of 0 alone: parents come from the numbers of edges. Great weights: sums that are too great do not reach.
TEST(ShortestPaths, WeightsMayBeZeroOrGreat) {
  for (const double weight : {0.0, 1e-310, 1e308}) {
    EdgeList edges = testing::random_edges(testing::test_seed(), 300, 900, testing::Ids::mixed, false);
    std::fill(edges.weights.begin(), edges.weights.end(), weight);
    const std::vector<Huri> starts = some_starts(edges);
    const ProjectionOptions options{Direction::out, true, Parallel::minimum, {}};
    with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
      expect_paths(workers, graph, edges, options, {.starts = starts});
    });
  }
}

TEST(ShortestPaths, NeedNoInListsWithoutParents) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 300, 900, testing::Ids::mixed, true);
  const std::vector<Huri> starts = some_starts(edges);
  const ProjectionOptions options{Direction::out, true, Parallel::sum, {.out = true, .in = false}};
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    expect_paths(workers, graph, edges, options, {.starts = starts, .parents = false});
  });
}

TEST(ShortestPaths, WithoutWeightsCountEdges) {
  for (const EdgeList& edges : testing::test_graphs()) {
    const std::vector<Huri> starts = some_starts(edges);
    const ProjectionOptions options{Direction::out, false, Parallel::sum, {}};
    with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
      expect_paths(workers, graph, edges, options, {.starts = starts});
    });
  }
}

}  // namespace
}  // namespace quadrille::analytics
