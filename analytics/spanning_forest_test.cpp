#include "analytics/spanning_forest.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <tuple>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

// Source, target, weight.
using Edges = std::map<std::pair<Huri, Huri>, double>;

// Takes the edges in order, each if its ends are not yet connected (Kruskal).
Edges simple_forest(const EdgeList& list, const ProjectionOptions& options, bool maximum) {
  std::vector<std::tuple<double, Huri, Huri>> edges;
  std::map<Huri, Huri> above;
  for (const auto& [vertex, neighbours] : reference_of(list, options, true)) {
    above[vertex] = vertex;
    for (const auto& [other, weight] : neighbours) {
      if (vertex < other) edges.emplace_back(maximum ? -weight : weight, vertex, other);
    }
  }
  std::sort(edges.begin(), edges.end());
  const auto root_of = [&](Huri vertex) {
    while (above.at(vertex) != vertex) vertex = above.at(vertex) = above.at(above.at(vertex));
    return vertex;
  };
  Edges forest;
  for (const auto& [key, source, target] : edges) {
    const Huri left = root_of(source), right = root_of(target);
    if (left == right) continue;
    above[left] = right;
    forest[{source, target}] = maximum ? -key : key;
  }
  return forest;
}

// Collective. The edges of all groups.
Edges gather(Workers& workers, std::span<const ForestEdge> mine) {
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), workers.is_first() ? mine.size_bytes() : 0);
  Edges all;
  for (const std::string& theirs : workers.team().all_gather_bytes(bytes)) {
    for (std::size_t place = 0; place < theirs.size(); place += sizeof(ForestEdge)) {
      ForestEdge edge;
      std::memcpy(static_cast<void*>(&edge), theirs.data() + place, sizeof edge);
      EXPECT_TRUE(all.emplace(std::pair(edge.source, edge.target), edge.weight).second);
    }
  }
  return all;
}

void expect_forest(const EdgeList& edges, const ProjectionOptions& options, bool maximum) {
  const Edges expected = simple_forest(edges, options, maximum);
  double weight = 0;
  for (const auto& [ends, its] : expected) weight += its;  // multiples of 1/8
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const ForestResult result = spanning_forest(workers, graph, {maximum});
    EXPECT_EQ(gather(workers, result.edges), expected);
    EXPECT_EQ(result.weight, weight);
    EXPECT_EQ(result.trees, graph.vertices() - expected.size());
  });
}

TEST(SpanningForest, IsThatOfASimpleLoop) {
  for (const EdgeList& edges : testing::test_graphs()) {
    for (const bool maximum : {false, true}) {
      expect_forest(edges, {Direction::both, false, Parallel::sum, {true, false}}, maximum);
      for (const Parallel parallel : {Parallel::sum, Parallel::minimum, Parallel::maximum, Parallel::separate}) {
        expect_forest(edges, {Direction::both, true, parallel, {}}, maximum);
      }
    }
  }
}

TEST(SpanningForest, SumsOfHugeAndTinyWeightsAreExact) {
  EdgeList edges = testing::path_and_star(4, 0);
  for (const double unit : {1e300, 1e-300, 5e-324}) {
    for (double& weight : edges.weights) weight = unit;
    with_graph(edges, {Direction::both, true, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
      EXPECT_EQ(spanning_forest(workers, graph, {}).weight, 3 * unit);
    });
  }
}

}  // namespace
}  // namespace quadrille::analytics
