#include "analytics/breadth_first_search.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

struct SearchTree {
  std::map<Huri, std::int32_t> depth;
  std::map<Huri, Huri> parent;  // of vertices with depth > 0
};

SearchTree simple_search(const EdgeList& edges, const ProjectionOptions& options, const SearchOptions& search) {
  const Reference out = reference_of(edges, options, true);
  SearchTree tree;
  for (const auto& [vertex, list] : out) tree.depth[vertex] = -1;
  std::deque<Huri> queue;
  for (const Huri start : search.starts) {
    if (tree.depth.count(start) == 0 || tree.depth[start] == 0) continue;
    tree.depth[start] = 0;
    queue.push_back(start);
  }
  for (; !queue.empty(); queue.pop_front()) {
    const Huri from = queue.front();
    const std::int32_t depth = tree.depth[from] + 1;
    if (search.most_depth >= 0 && depth > search.most_depth) continue;
    for (const auto& [to, weight] : out.at(from)) {
      if (tree.depth[to] == -1) {
        tree.depth[to] = depth;
        tree.parent[to] = from;
        queue.push_back(to);
      } else if (tree.depth[to] == depth) {
        tree.parent[to] = std::min(tree.parent[to], from);
      }
    }
  }
  return tree;
}

void expect_search(const EdgeList& edges, const ProjectionOptions& options, const SearchOptions& search) {
  const SearchTree expected = simple_search(edges, options, search);
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const SearchResult result = breadth_first_search(workers, graph, search);
    std::uint64_t reached = 0;
    for (const auto& [vertex, depth] : expected.depth) reached += depth >= 0;
    EXPECT_EQ(result.reached, reached);
    ASSERT_EQ(result.depth.size(), graph.own());
    ASSERT_EQ(result.parent.size(), graph.own());
    for (Slot slot = 0; slot < graph.own(); ++slot) {
      const std::int32_t depth = expected.depth.at(graph.huri(slot));
      ASSERT_EQ(result.depth[slot], depth);
      ASSERT_EQ(result.parent[slot] == kNoSlot, depth <= 0);
      if (depth > 0) {
        ASSERT_EQ(graph.huri(result.parent[slot]), expected.parent.at(graph.huri(slot)));
      }
    }
  });
}

TEST(BreadthFirstSearch, DepthsAndParentsAreThoseOfASimpleLoop) {
  for (const EdgeList& edges : testing::test_graphs()) {
    std::vector<Huri> starts = {testing::vertex_id(testing::Ids::dense, 1'000'000)};
    if (!edges.sources.empty()) starts.push_back(edges.sources[edges.sources.size() / 2]);
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      const ProjectionOptions options{direction, false, Parallel::sum, {}};
      expect_search(edges, options, {starts, -1});
      expect_search(edges, options, {starts, 2});
      expect_search(edges, options, {std::span<const Huri>(starts).first(1), -1});
    }
    if (edges.sources.size() > 2) {
      starts.insert(starts.end(), {edges.sources[0], edges.targets[1], edges.sources[0]});
      expect_search(edges, {}, {starts, -1});
      expect_search(edges, {}, {starts, 0});
    }
  }
}

TEST(BreadthFirstSearch, APathHasARoundForEachStep) {
  const EdgeList edges = testing::path_and_star(200, 10);
  const Huri start = testing::vertex_id(testing::Ids::dense, 0);
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const SearchResult result = breadth_first_search(workers, graph, {std::span(&start, 1), -1});
    EXPECT_EQ(result.rounds, 200);
    EXPECT_EQ(result.reached, 200u);
  });
}

}  // namespace
}  // namespace quadrille::analytics
