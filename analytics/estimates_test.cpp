// Estimates of memory are within 20 % of what arenas hold at most.

#include <gtest/gtest.h>

#include "analytics/breadth_first_search.hpp"
#include "analytics/components.hpp"
#include "analytics/page_rank.hpp"
#include "analytics/projection.hpp"
#include "analytics/testing/list_streams.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

constexpr std::uint64_t kVertices = 100000;
constexpr std::size_t kEdges = 800000;

void expect_near(const char* what, std::uint64_t estimate, std::uint64_t used) {
  EXPECT_NEAR(static_cast<double>(estimate) / static_cast<double>(used), 1, 0.2) << what << ": " << used << " bytes";
}

EdgeList large_graph() {
  std::mt19937_64 random(testing::test_seed());
  EdgeList edges;
  for (std::size_t edge = 0; edge < kEdges; ++edge) {
    edges.add(testing::vertex_id(testing::Ids::dense, random() % kVertices),
              testing::vertex_id(testing::Ids::dense, random() % kVertices), 1);
  }
  return edges;
}

TEST(Estimates, OfAProjectionAreNearToItsMemory) {
  const EdgeList edges = large_graph();
  pgas::Team& team = pgas::test_team();
  if (!team.is_one_group()) GTEST_SKIP() << "the number of ghosts depends on the graph";
  const testing::Part part = part_of(edges, team);
  Watch watch;
  for (const Direction direction : {Direction::out, Direction::both}) {
    for (const bool weighted : {false, true}) {
      for (const bool in : {false, true}) {
        const ProjectionOptions options{direction, weighted, Parallel::sum, {true, in}};
        pgas::QueryArena arena(pgas::test_job().heap());
        team.run([&] {
          Workers workers(team, arena, watch);
          project(workers, part.columns(weighted), {}, options);
          const std::uint64_t most = team.sum(arena.high_water_bytes()), used = team.sum(arena.used_bytes());
          const ProjectionBytes estimate = estimate_projection({kVertices, kEdges, 1, team.size()}, options);
          expect_near("projection", estimate.most, most);
          expect_near("graph", estimate.graph, used);
        });
      }
    }
  }
}

TEST(Estimates, OfAProjectionOfStreamsAreNearToItsMemory) {
  const EdgeList edges = large_graph();
  pgas::Team& team = pgas::test_team();
  if (!team.is_one_group()) GTEST_SKIP() << "the number of ghosts depends on the graph";
  testing::ListStreams streams(edges, team, testing::StreamOrder::shards);
  Watch watch;
  for (const NeededLists lists : {NeededLists{}, NeededLists{false, true, true}}) {
    for (const Direction direction : {Direction::out, Direction::both}) {
      const ProjectionOptions options{direction, false, Parallel::sum, lists};
      pgas::QueryArena arena(pgas::test_job().heap());
      team.run([&] {
        Workers workers(team, arena, watch);
        project(workers, streams, {}, options);
        const std::uint64_t most = team.sum(arena.high_water_bytes()), used = team.sum(arena.used_bytes());
        const ProjectionBytes estimate = estimate_projection({kVertices, kEdges, 1, team.size(), true}, options);
        expect_near("projection", estimate.most, most);
        expect_near("graph", estimate.graph, used);
      });
    }
  }
}

// Collective. The most bytes that `kernel` needs beside the graph.
template <class Kernel>
std::uint64_t bytes_of(const Graph& graph, Kernel&& kernel) {
  pgas::Team& team = pgas::test_team();
  pgas::QueryArena arena(pgas::test_job().heap());
  Watch watch;
  Workers workers(team, arena, watch);
  kernel(workers, graph);
  const std::uint64_t most = team.sum(arena.high_water_bytes());
  team.barrier();
  return most;
}

TEST(Estimates, OfKernelsAreNearToTheirMemory) {
  const EdgeList edges = large_graph();
  const GraphSize size{kVertices, kEdges, 1, pgas::test_team().size()};
  if (!pgas::test_team().is_one_group()) GTEST_SKIP() << "the number of ghosts depends on the graph";
  with_graph(edges, {}, [&](Workers&, const Graph& graph) {
    expect_near("search", estimate_search_bytes(size), bytes_of(graph, [&](Workers& workers, const Graph&) {
                  breadth_first_search(workers, graph, {std::span(edges.sources).first(1), -1});
                }));
    expect_near("components", estimate_components_bytes(size),
                bytes_of(graph, [&](Workers& workers, const Graph&) { connected_components(workers, graph); }));
    for (const double tolerance : {1e-6, 1e-7}) {
      expect_near("page rank", estimate_page_rank_bytes(size, {}, tolerance).most,
                  bytes_of(graph, [&](Workers& workers, const Graph&) {
                    page_rank(workers, graph, {0.85, tolerance, 100, {}});
                  }));
    }
  });
}

}  // namespace
}  // namespace quadrille::analytics
