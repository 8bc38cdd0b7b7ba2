// Estimates of the memory of kernels are within 20 % of what arenas hold at most.

#include <gtest/gtest.h>

#include "analytics/betweenness.hpp"
#include "analytics/closeness.hpp"
#include "analytics/communities.hpp"
#include "analytics/connectivity.hpp"
#include "analytics/core_numbers.hpp"
#include "analytics/directed_triangles.hpp"
#include "analytics/influence.hpp"
#include "analytics/label_propagation.hpp"
#include "analytics/loopless_paths.hpp"
#include "analytics/shortest_paths.hpp"
#include "analytics/similarity.hpp"
#include "analytics/spanning_forest.hpp"
#include "analytics/strong_components.hpp"
#include "analytics/testing/random_graphs.hpp"
#include "analytics/triangle_list.hpp"
#include "analytics/triangles.hpp"
#include "analytics/walks.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

constexpr std::uint64_t kManyVertices = 150000;

// More images differ in nothing that the two have not.
bool is_estimated_here() {
  return pgas::test_team().is_one_group() && pgas::test_team().size() <= 2;
}

EdgeList many_edges() {
  std::mt19937_64 random(testing::test_seed());
  EdgeList edges;
  for (std::uint64_t vertex = 0; vertex < kManyVertices; ++vertex) {
    for (int degree = 0; degree < 8; ++degree) {
      edges.add(testing::vertex_id(testing::Ids::dense, vertex),
                testing::vertex_id(testing::Ids::dense, random() % kManyVertices),
                static_cast<double>(random() % 255 + 1));
    }
  }
  return edges;
}

// Collective. The most bytes that `kernel` needs beside the graph. `estimate` is read after its run.
template <class Kernel>
void expect_estimate(const char* what, const std::uint64_t& estimate, Kernel&& kernel) {
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena arena(pgas::test_job().heap());
  Watch watch;
  Workers workers(team, arena, watch);
  kernel(workers);
  const auto most = static_cast<double>(team.sum(arena.high_water_bytes()));
  EXPECT_NEAR(static_cast<double>(estimate) / most, 1, 0.2) << what << ": " << most << " bytes";
  team.barrier();
}

TEST(KernelEstimates, AreNearToTheMemory) {
  if (!is_estimated_here()) GTEST_SKIP() << "ghosts of other groups depend on the graph";
  const EdgeList edges = many_edges();
  const std::span<const Huri> sources = std::span(edges.sources).first(200);
  for (const bool weighted : {false, true}) {
    const ProjectionOptions options{Direction::both, weighted, Parallel::minimum, {}};
    with_graph(edges, options, [&](Workers&, const Graph& graph) {
      const GraphSize size{graph.vertices(), graph.edges(), 1, pgas::test_team().size()};
      for (const std::size_t count : {1, 200}) {
        if (weighted && count > 1) continue;
        expect_estimate("betweenness", estimate_betweenness_bytes(size, weighted, count),
                        [&](Workers& workers) { betweenness(workers, graph, {.sources = sources.first(count)}); });
      }
      const WalkOptions walks{.length = 20, .walks = 2};
      expect_estimate("walks", estimate_walk_bytes(size, weighted, walks),
                      [&](Workers& workers) { random_walks(workers, graph, walks); });
      const PathPair pair{edges.sources[0], edges.targets[9]};
      expect_estimate("loopless paths", estimate_loopless_path_bytes(size, weighted),
                      [&](Workers& workers) { loopless_paths(workers, graph, {.pairs = std::span(&pair, 1)}); });
      if (weighted) {
        expect_estimate("forest", estimate_forest_bytes(size),
                        [&](Workers& workers) { spanning_forest(workers, graph, {}); });
        expect_estimate("paths", estimate_path_bytes(size),
                        [&](Workers& workers) { shortest_paths(workers, graph, {.starts = sources.first(1)}); });
      } else {
        expect_estimate("cores", estimate_core_bytes(size), [&](Workers& workers) { core_numbers(workers, graph); });
        expect_estimate("triangles", estimate_triangle_bytes(size),
                        [&](Workers& workers) { triangles(workers, graph); });
      }
    });
  }
}

TEST(KernelEstimates, OfClosenessAndSimilarityAreNearToTheMemory) {
  if (!is_estimated_here()) GTEST_SKIP() << "ghosts of other groups depend on the graph";
  const EdgeList edges = many_edges();
  for (const bool weighted : {false, true}) {
    with_graph(edges, {Direction::both, weighted, Parallel::minimum, {}}, [&](Workers&, const Graph& graph) {
      const GraphSize size{graph.vertices(), graph.edges(), 1, pgas::test_team().size()};
      for (const std::size_t count : {1, 256}) {
        if (weighted && count > 1) continue;
        expect_estimate("closeness", estimate_closeness_bytes(size, weighted, count),
                        [&](Workers& workers) { closeness(workers, graph, {.count = count}); });
      }
      if (weighted) return;
      const SimilarityOptions options{.measure = SimilarityMeasure::adamic_adar};
      expect_estimate("similarity", estimate_similarity_bytes(size, options),
                      [&](Workers& workers) { similar_vertices(workers, graph, options); });
    });
  }
}

TEST(KernelEstimates, OfCommunitiesAreNearToTheMemory) {
  if (!is_estimated_here()) GTEST_SKIP() << "other groups have a copy of the second level";
  const EdgeList edges = many_edges();
  for (const bool weighted : {false, true}) {
    with_graph(edges, {Direction::both, weighted, Parallel::minimum, {true, false}}, [&](Workers&, const Graph& graph) {
      const GraphSize size{graph.vertices(), graph.edges(), 1, pgas::test_team().size()};
      expect_estimate("louvain", estimate_community_bytes(size, weighted, false),
                      [&](Workers& workers) { louvain(workers, graph, {.levels = 2}); });
      expect_estimate("leiden", estimate_community_bytes(size, weighted, true),
                      [&](Workers& workers) { leiden(workers, graph, {.levels = 2}); });
    });
  }
}

TEST(KernelEstimates, OfDirectedGraphsAreNearToTheMemory) {
  if (!is_estimated_here()) GTEST_SKIP() << "ghosts of other groups depend on the graph";
  const EdgeList edges = many_edges();
  const std::span<const Huri> ends = std::span(edges.sources).first(2);
  with_graph(edges, {}, [&](Workers&, const Graph& graph) {
    const GraphSize size{graph.vertices(), graph.edges(), 1, pgas::test_team().size()};
    expect_estimate("connectivity", estimate_connectivity_bytes(size), [&](Workers& workers) {
      connectivity(workers, graph, {ends.first(1), ends.last(1)});
    });
    expect_estimate("labels", estimate_label_bytes(size),
                    [&](Workers& workers) { label_propagation(workers, graph, {}); });
    expect_estimate("strong components", estimate_strong_components_bytes(size),
                    [&](Workers& workers) { strong_components(workers, graph); });
  });
}

TEST(KernelEstimates, OfDirectedTrianglesAreNearToTheMemory) {
  if (!is_estimated_here()) GTEST_SKIP() << "ghosts of other groups depend on the graph";
  with_graph(many_edges(), {}, [&](Workers&, const Graph& graph) {
    const GraphSize size{graph.vertices(), graph.edges(), 1, pgas::test_team().size()};
    expect_estimate("directed triangles", estimate_directed_triangle_bytes(size),
                    [&](Workers& workers) { directed_triangles(workers, graph, TriangleMode::all); });
    const TriangleRows ignored{[](std::uint64_t) {}, [](std::span<const TriangleRow>) {}};
    expect_estimate("list of triangles", estimate_triangle_list_bytes(size, true),
                    [&](Workers& workers) { list_triangles(workers, graph, TriangleMode::all, ignored); });
  });
}

TEST(KernelEstimates, OfInfluenceAreNearToTheMemory) {
  if (!is_estimated_here()) GTEST_SKIP() << "ghosts of other groups depend on the graph";
  with_graph(many_edges(), {}, [&](Workers&, const Graph& graph) {
    const GraphSize size{graph.vertices(), graph.edges(), 1, pgas::test_team().size()};
    // Many small samples, and few large ones.
    for (const InfluenceOptions& options : {InfluenceOptions{.seeds = 200, .epsilon = 0.9, .probability = 0.02},
                                            InfluenceOptions{.seeds = 1, .epsilon = 0.9, .probability = 0.2}}) {
      std::uint64_t estimate = 0;  // for the samples that there are in the end
      expect_estimate("influence", estimate, [&](Workers& workers) {
        estimate = estimate_influence_bytes(size, influence(workers, graph, options).stored);
      });
    }
  });
}

}  // namespace
}  // namespace quadrille::analytics
