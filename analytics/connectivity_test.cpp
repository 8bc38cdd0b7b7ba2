#include "analytics/connectivity.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

std::int64_t simple_hops(const testing::Reference& out, const ConnectivityOptions& sets) {
  const std::set<Huri> ends(sets.ends.begin(), sets.ends.end());
  std::map<Huri, std::int64_t> depth;
  std::deque<Huri> queue;
  for (const Huri start : sets.starts) {
    if (out.count(start) > 0 && depth.emplace(start, 0).second) queue.push_back(start);
  }
  for (; !queue.empty(); queue.pop_front()) {
    const Huri from = queue.front();
    if (ends.count(from) > 0) return depth[from];
    for (const auto& [to, weight] : out.at(from)) {
      if (depth.emplace(to, depth[from] + 1).second) queue.push_back(to);
    }
  }
  return -1;
}

void expect_hops(const EdgeList& edges, Direction direction, const std::vector<ConnectivityOptions>& pairs) {
  const ProjectionOptions options{direction, false, Parallel::sum, {}};
  const testing::Reference out = reference_of(edges, options, true);
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    for (const ConnectivityOptions& sets : pairs) {
      EXPECT_EQ(connectivity(workers, graph, sets).hops, simple_hops(out, sets));
    }
  });
}

TEST(Connectivity, HopsAreThoseOfASimpleSearch) {
  for (const EdgeList& edges : testing::test_graphs()) {
    std::vector<Huri> some = {testing::vertex_id(testing::Ids::dense, 1'000'000)};
    for (std::size_t edge = 0; edge < edges.sources.size(); edge += edges.sources.size() / 3 + 1) {
      some.push_back(edges.sources[edge]);
      some.push_back(edges.targets[edge]);
    }
    const std::span<const Huri> all = some;
    std::vector<ConnectivityOptions> pairs = {{all, {}}, {{}, all}, {all.first(1), all}, {all, all}};
    for (std::size_t start = 0; start < all.size(); ++start) {
      for (std::size_t end = start % 2; end < all.size(); end += 2) {
        pairs.push_back({all.subspan(start, 1), all.subspan(end, 1)});
      }
    }
    if (all.size() > 4) pairs.push_back({all.subspan(0, 2), all.subspan(3, 2)});
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      expect_hops(edges, direction, pairs);
    }
  }
}

TEST(Connectivity, OfTheEndsOfAPathIsItsLength) {
  const EdgeList edges = testing::path_and_star(200, 10);
  const Huri ends[] = {testing::vertex_id(testing::Ids::dense, 0), testing::vertex_id(testing::Ids::dense, 199)};
  const std::span<const Huri> both = ends;
  expect_hops(edges, Direction::out, {{both.first(1), both.last(1)}, {both.last(1), both.first(1)}});
}

}  // namespace
}  // namespace quadrille::analytics
