#include "analytics/strong_components.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

// Calls leave(vertex) for the vertices that are reached from `start` and not in `seen`, each after those it leads to.
void depth_first(const Reference& lists, Huri start, std::set<Huri>& seen, const std::function<void(Huri)>& leave) {
  if (!seen.insert(start).second) return;
  std::vector<std::pair<Huri, std::size_t>> path = {{start, 0}};
  while (!path.empty()) {
    const auto [vertex, next] = path.back();
    const auto& list = lists.at(vertex);
    if (next == list.size()) {
      leave(vertex);
      path.pop_back();
      continue;
    }
    ++path.back().second;
    if (seen.insert(list[next].first).second) path.emplace_back(list[next].first, 0);
  }
}

// Two searches, the second against the edges (Kosaraju).
std::map<Huri, Huri> simple_components(const EdgeList& edges, const ProjectionOptions& options) {
  const Reference out = reference_of(edges, options, true), in = reference_of(edges, options, false);
  std::vector<Huri> left;
  std::set<Huri> seen;
  for (const auto& [vertex, list] : out) depth_first(out, vertex, seen, [&](Huri done) { left.push_back(done); });
  seen.clear();
  std::map<Huri, Huri> component;
  for (auto vertex = left.rbegin(); vertex != left.rend(); ++vertex) {
    std::vector<Huri> members;
    depth_first(in, *vertex, seen, [&](Huri done) { members.push_back(done); });
    for (const Huri member : members) component[member] = *std::min_element(members.begin(), members.end());
  }
  return component;
}

void expect_strong_components(const EdgeList& edges, const ProjectionOptions& options,
                              const StrongComponentsOptions& how = {}) {
  testing::expect_named_components(
      edges, options, simple_components(edges, options),
      [&](Workers& workers, const Graph& graph) { return strong_components(workers, graph, how); });
}

// Cycles of all lengths, each with an edge to the next one, and loops in between.
EdgeList chain_of_cycles(std::uint64_t cycles) {
  EdgeList list;
  list.name = "chain of cycles";
  std::uint64_t first = 0;
  for (std::uint64_t length = 1; length <= cycles; ++length) {
    for (std::uint64_t step = 0; step < length; ++step) {
      list.add(testing::vertex_id(testing::Ids::mixed, first + step),
               testing::vertex_id(testing::Ids::mixed, first + (step + 1) % length), 1);
    }
    list.add(testing::vertex_id(testing::Ids::mixed, first), testing::vertex_id(testing::Ids::mixed, first + length),
             1);
    first += length;
  }
  return list;
}

TEST(StrongComponents, AreThoseOfTwoSearches) {
  std::vector<EdgeList> graphs = testing::test_graphs();
  graphs.push_back(chain_of_cycles(40));
  // Many components, and one with most vertices.
  graphs.push_back(testing::random_edges(testing::test_seed(), 5000, 6000, testing::Ids::sparse, false));
  for (const EdgeList& edges : graphs) {
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      expect_strong_components(edges, {direction, false, Parallel::sum, {}});
    }
    expect_strong_components(edges, {Direction::out, false, Parallel::separate, {}});
    expect_strong_components(edges, {}, {.serial_vertices = 0});  // colours alone
    expect_strong_components(edges, {}, {.serial_vertices = 30});
  }
}

}  // namespace
}  // namespace quadrille::analytics
