#include "analytics/degree.hpp"

#include <gtest/gtest.h>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

double simple_degree(Huri vertex, const std::vector<std::pair<Huri, double>>& list, bool undirected) {
  double sum = 0;
  for (const auto& [neighbour, weight] : list) sum += neighbour == vertex && undirected ? 2 * weight : weight;
  return sum;
}

TEST(Degree, IsTheNumberOfEdgesOrTheSumOfTheirWeights) {
  for (const EdgeList& edges : testing::test_graphs()) {
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      for (const bool weighted : {false, true}) {
        const ProjectionOptions options{direction, weighted, Parallel::sum, {.out = true, .in = false}};
        const testing::Reference out = reference_of(edges, options, true);
        with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
          const auto found = testing::gather_by_vertex(workers, graph, degrees(workers, graph, {}));
          const auto shares = testing::gather_by_vertex(workers, graph, degrees(workers, graph, {.normalised = true}));
          ASSERT_EQ(found.size(), out.size());
          const auto others = static_cast<double>(out.size() - 1);
          for (const auto& [vertex, list] : out) {
            const double expected = simple_degree(vertex, list, direction == Direction::both);
            ASSERT_EQ(found.at(vertex), expected);
            ASSERT_EQ(shares.at(vertex), others > 0 ? expected / others : 1);
          }
        });
      }
    }
  }
}

TEST(Degree, OfSeparateEdgesCountsEach) {
  EdgeList edges;
  const Huri a = testing::vertex_id(testing::Ids::dense, 0), b = testing::vertex_id(testing::Ids::dense, 1);
  for (const double weight : {2.0, 3.0}) {
    edges.add(a, b, weight);
    edges.add(a, a, weight);
  }
  for (const bool weighted : {false, true}) {
    const ProjectionOptions options{Direction::both, weighted, Parallel::separate, {.out = true, .in = false}};
    with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
      const auto found = testing::gather_by_vertex(workers, graph, degrees(workers, graph, {}));
      EXPECT_EQ(found.at(a), weighted ? 15 : 6);
      EXPECT_EQ(found.at(b), weighted ? 5 : 2);
    });
  }
}

}  // namespace
}  // namespace quadrille::analytics
