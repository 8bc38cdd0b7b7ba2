// Lists of so many edges that images share them (detail/long_rows.hpp): the same bits as on one image.

#include <gtest/gtest.h>

#include <map>

#include "analytics/betweenness.hpp"
#include "analytics/breadth_first_search.hpp"
#include "analytics/components.hpp"
#include "analytics/page_rank.hpp"
#include "analytics/shortest_paths.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

constexpr std::uint64_t kRays = 70000;

Huri ray(std::uint64_t number) {
  return testing::vertex_id(testing::Ids::dense, number < kRays / 3 ? number : number + 1);
}

// A hub with edges to and from all rays, whose HURI is among theirs; some rays are linked, and one vertex is linked to
// the last ray alone.
EdgeList hub_and_rays() {
  EdgeList edges;
  const Huri hub = testing::vertex_id(testing::Ids::dense, kRays / 3);
  for (std::uint64_t number = 0; number < kRays; ++number) {
    edges.add(hub, ray(number), static_cast<double>(number % 9 + 1));
    edges.add(ray(number), hub, static_cast<double>(number % 7 + 1) / 8);
    if (number % 100 == 0) edges.add(ray(number), ray((number * 31 + 7) % kRays), 0.125);
  }
  edges.add(ray(kRays - 1), testing::vertex_id(testing::Ids::dense, kRays + 5), 3);
  edges.nodes.push_back(testing::vertex_id(testing::Ids::dense, kRays + 9));
  return edges;
}

struct VertexResults {
  std::int32_t depth = 0;
  Huri depth_parent, distance_parent, component;
  double distance = 0, rank = 0, score = 0;
  bool operator==(const VertexResults&) const = default;
};

// Collective. Of own vertices.
std::map<Huri, VertexResults> results_of(Workers& workers, const Graph& graph, bool weighted) {
  const std::vector<Huri> starts = {ray(2), ray(kRays - 3)};
  const auto found = breadth_first_search(workers, graph, {.starts = std::span(starts).first(1)});
  const auto paths = shortest_paths(workers, graph, {.starts = starts});
  const auto components = connected_components(workers, graph);
  PageRankOptions options;
  options.tolerance = 1e-9;
  options.reordered_from = 0;
  const auto ranks = page_rank(workers, graph, options);
  const auto between = weighted ? BetweennessResult() : betweenness(workers, graph, {.sources = starts});
  std::map<Huri, VertexResults> results;
  const auto vertex = [&](Slot slot) { return slot == kNoSlot ? Huri() : graph.huri(slot); };
  for (Slot slot = 0; slot < graph.own(); ++slot) {
    results[graph.huri(slot)] = {
        found.depth[slot],    vertex(found.parent[slot]), vertex(paths.parent[slot]),        components.component[slot],
        paths.distance[slot], ranks.score[slot],          weighted ? 0 : between.score[slot]};
  }
  return results;
}

TEST(LongLists, GiveTheSameBitsAsOnOneImage) {
  const EdgeList edges = hub_and_rays();
  for (const bool weighted : {false, true}) {
    for (const Direction direction : {Direction::out, Direction::both}) {
      const ProjectionOptions options{direction, weighted, Parallel::minimum, {}};
      std::map<Huri, VertexResults> expected;
      with_graph_alone(edges, options, [&](Workers& workers, const Graph& graph) {
        expected = results_of(workers, graph, weighted);
        const VertexResults& hub = expected.at(testing::vertex_id(testing::Ids::dense, kRays / 3));
        EXPECT_EQ(hub.depth, 1);
        EXPECT_EQ(hub.depth_parent, ray(2));
        EXPECT_EQ(hub.component, ray(0));
      });
      with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
        const std::map<Huri, VertexResults> found = results_of(workers, graph, weighted);
        for (const auto& [vertex, results] : found) ASSERT_EQ(results, expected.at(vertex));
      });
    }
  }
}

}  // namespace
}  // namespace quadrille::analytics
