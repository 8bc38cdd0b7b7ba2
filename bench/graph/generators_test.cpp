// The sizes of the generated graphs, which GAP's own programs print, and the graph of packages.

#include "bench/graph/generators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "bench/graph/package_edges.hpp"

namespace quadrille::bench {
namespace {

TEST(Generators, MakeGapsGraphs) {
  const EdgeList kronecker = kronecker_edges(10, 16), uniform = uniform_edges(10, 16);
  EXPECT_EQ(kronecker.edges.size(), 16'384u);
  EXPECT_EQ(simple_edges(kronecker).edges.size(), 10'496u);
  EXPECT_EQ(simple_edges(uniform).edges.size(), 16'125u);
}

TEST(Generators, BlocksDoNotRepeat) {
  const EdgeList list = uniform_edges(15, 16);
  const auto block = list.edges.begin() + (1 << 18);
  EXPECT_FALSE(std::equal(list.edges.begin(), block, block));
}

TEST(Generators, GridsHaveRowsAndColumns) {
  const EdgeList simple = simple_edges(grid_edges(3, 4));
  EXPECT_EQ(simple.nodes, 12u);
  EXPECT_EQ(simple.edges.size(), 3u * 3 + 2 * 4);
  const Undirected graph(simple, false);
  EXPECT_EQ(graph.degree(0), 2u);
  EXPECT_EQ(graph.degree(5), 4u);
}

TEST(Generators, WeightsAreFrom1To255) {
  EdgeList list = grid_edges(200, 200);
  set_weights(list);
  std::set<Weight> weights;
  for (const WeightedEdge& edge : list.edges) weights.insert(edge.weight);
  EXPECT_EQ(weights.size(), 255u);
  EXPECT_EQ(*weights.begin(), 1u);
}

TEST(Generators, SourcesHaveEdges) {
  std::vector<bool> has(1024);
  for (std::size_t node = 0; node < has.size(); node += 5) has[node] = true;
  const auto sources = random_sources(has, 64);
  EXPECT_EQ(sources.size(), 64u);
  for (const Node source : sources) EXPECT_EQ(source % 5, 0u);
}

TEST(PackageEdges, AreDependenciesBetweenKnownPackages) {
  std::istringstream dump(
      "Package: a\nPre-Depends: c\nDepends: b (>= 2), python3:any | nothing, c\nDescription: x\n\n"
      "Package: b\nDepends: a\n\nPackage: c\n\nPackage: python3\n\n");
  const EdgeList list = package_edges(dump);
  EXPECT_EQ(list.nodes, 4u);
  EXPECT_EQ(list.edges, (std::vector<WeightedEdge>{{0, 2, 1}, {0, 1, 1}, {0, 3, 1}, {0, 2, 1}, {1, 0, 1}}));
  EXPECT_EQ(simple_edges(list).edges.size(), 3u);
}

}  // namespace
}  // namespace quadrille::bench
