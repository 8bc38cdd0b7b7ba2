#include "analytics/components.hpp"

#include <gtest/gtest.h>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

// The least vertex of each vertex's component, by a search from each vertex in order.
std::map<Huri, Huri> simple_components(const EdgeList& edges) {
  const testing::Reference lists = reference_of(edges, {Direction::both, false, Parallel::sum, {}}, true);
  std::map<Huri, Huri> component;
  for (const auto& [least, unused] : lists) {
    std::vector<Huri> stack = {least};
    while (!stack.empty()) {
      const Huri vertex = stack.back();
      stack.pop_back();
      if (!component.emplace(vertex, least).second) continue;
      for (const auto& [neighbour, weight] : lists.at(vertex)) stack.push_back(neighbour);
    }
  }
  return component;
}

void expect_components(const EdgeList& edges, const ProjectionOptions& options) {
  testing::expect_named_components(edges, options, simple_components(edges), connected_components);
}

TEST(Components, AreThoseOfASimpleLoop) {
  std::vector<EdgeList> graphs = testing::test_graphs();
  // Many components of all sizes, and one with most vertices.
  for (const std::size_t edges : {1000, 2500, 4000}) {
    graphs.push_back(testing::random_edges(testing::test_seed() + edges, 5000, edges, testing::Ids::dense, false));
  }
  for (const EdgeList& edges : graphs) {
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      expect_components(edges, {direction, false, Parallel::sum, {}});
    }
    expect_components(edges, {Direction::out, false, Parallel::sum, {true, false}});
    expect_components(edges, {Direction::out, false, Parallel::sum, {false, true}});
  }
}

}  // namespace
}  // namespace quadrille::analytics
