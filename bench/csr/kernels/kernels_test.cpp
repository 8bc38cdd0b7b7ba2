// The kernels on graphs from random edges, by 1, 2 and 3 threads, against the verifiers; and the verifiers against
// results that are wrong in one place.

#include "bench/csr/kernels/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "bench/csr/kernels/verifiers.hpp"

namespace quadrille::bench {
namespace {

EdgeList random_edges(Node nodes, std::size_t edges, std::uint64_t seed, bool skewed) {
  std::mt19937_64 random(seed);
  const auto node = [&] { return static_cast<Node>(skewed ? random() % (random() % nodes + 1) : random() % nodes); };
  EdgeList list{nodes, {}};
  for (std::size_t edge = 0; edge < edges; ++edge) {
    list.edges.push_back({node(), node(), static_cast<Weight>(random() % 255 + 1)});
  }
  return list;
}

EdgeList path_of(Node nodes) {
  EdgeList list{nodes, {}};
  for (Node node = 0; node + 1 < nodes; ++node) list.edges.push_back({node, node + 1, 2});
  return list;
}

// Dense, sparse with many components, skewed with hubs, a path, no edges.
std::vector<Undirected> graphs() {
  std::vector<Undirected> all;
  for (const EdgeList& list : {random_edges(500, 6000, 1, false), random_edges(3000, 2000, 2, false),
                               random_edges(4000, 60'000, 3, true), path_of(700), EdgeList{5, {}}}) {
    all.emplace_back(simple_edges(list), true);
  }
  return all;
}

std::vector<double> as_doubles(const Array<float>& values) {
  return {values.begin(), values.end()};
}

std::vector<double> as_doubles(const Array<Weight>& distances) {
  std::vector<double> all;
  for (const Weight one : distances) all.push_back(one == kUnreached ? std::numeric_limits<double>::infinity() : one);
  return all;
}

class Kernels : public ::testing::TestWithParam<int> {
 protected:
  Threads threads_{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Threads, Kernels, ::testing::Values(1, 2, 3));

TEST_P(Kernels, BfsFindsShortestPaths) {
  for (const Undirected& graph : graphs()) {
    for (const Node source : {0U, 1U, graph.nodes() - 1}) {
      EXPECT_EQ(check_parents(graph, source, bfs_parents(threads_, graph, source).span()), "");
    }
  }
}

TEST_P(Kernels, DeltaSteppingFindsDijkstrasDistances) {
  for (const Undirected& graph : graphs()) {
    for (const Weight delta : {1U, 16U, 1000U, 1U << 30}) {
      EXPECT_EQ(check_distances(graph, 1, as_doubles(delta_stepping(threads_, graph, 1, delta))), "");
    }
  }
}

TEST_P(Kernels, PageRankConverges) {
  for (const Undirected& graph : graphs()) {
    const PageRanks ranks = pull_page_rank(threads_, graph, 1e-5, 100);
    EXPECT_LT(ranks.change, 1e-5);
    EXPECT_EQ(check_page_rank(graph, as_doubles(ranks.scores), 3e-5), "");
  }
}

TEST_P(Kernels, AfforestNamesComponentsByTheirLeastNodes) {
  for (const Undirected& graph : graphs()) {
    const Array<Node> labels = afforest(threads_, graph);
    EXPECT_EQ(check_components(graph, labels.span()), "");
    for (Node node = 0; node < graph.nodes(); ++node) {
      EXPECT_LE(labels[node], node);
      EXPECT_EQ(labels[labels[node]], labels[node]);
    }
  }
}

TEST_P(Kernels, BrandesAddsDependencies) {
  for (const Undirected& graph : graphs()) {
    const std::vector<Node> sources{0, 1, graph.nodes() / 2, graph.nodes() - 1};
    EXPECT_EQ(check_betweenness(graph, sources, brandes(threads_, graph, sources).span(), 1e-9), "");
  }
}

TEST_P(Kernels, TrianglesCountOnce) {
  for (const Undirected& graph : graphs()) EXPECT_EQ(count_triangles(threads_, graph), count_triangles_serially(graph));
  // A complete graph of 6.
  EdgeList complete{6, {}};
  for (Node one = 0; one < 6; ++one) {
    for (Node other = 0; other < 6; ++other) complete.edges.push_back({one, other, 1});
  }
  EXPECT_EQ(count_triangles(threads_, Undirected(simple_edges(complete), false)), 20u);
}

TEST(SimpleEdges, KeepTheLightestOfParallelEdgesAndNoLoops) {
  const EdgeList simple = simple_edges({4, {{2, 1, 7}, {1, 2, 5}, {3, 3, 1}, {0, 3, 9}, {1, 2, 6}}});
  EXPECT_EQ(simple.edges, (std::vector<WeightedEdge>{{0, 3, 9}, {1, 2, 5}}));
  const Undirected graph(simple, true);
  EXPECT_EQ(graph.edges(), 2u);
  EXPECT_EQ(graph.degree(2), 1u);
  EXPECT_EQ(graph.weighted(2)[0].weight, 5u);
}

TEST(Verifiers, FindFaults) {
  const Undirected graph(simple_edges(path_of(6)), true);
  const std::vector<Node> sources{0};
  EXPECT_NE(check_parents(graph, 0, std::vector<Node>{0, 0, 1, 2, 3, kNoNode}), "");
  EXPECT_NE(check_parents(graph, 0, std::vector<Node>{0, 0, 1, 1, 3, 4}), "");
  EXPECT_NE(check_distances(graph, 0, std::vector<double>{0, 2, 4, 6, 8, 11}), "");
  EXPECT_NE(check_components(graph, std::vector<Node>{0, 0, 0, 0, 0, 1}), "");
  EXPECT_NE(check_components(Undirected(EdgeList{2, {}}, false), std::vector<Node>{0, 0}), "");
  EXPECT_NE(check_page_rank(graph, std::vector<double>(6, 1.0 / 6), 1e-4), "");
  EXPECT_NE(check_betweenness(graph, sources, std::vector<double>{0, 4, 3, 2, 1.1, 0}, 1e-4), "");
  EXPECT_EQ(check_betweenness(graph, sources, std::vector<double>{0, 4, 3, 2, 1, 0}, 1e-4), "");
}

}  // namespace
}  // namespace quadrille::bench
