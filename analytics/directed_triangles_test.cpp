// Directed triangles: counts of roles, coefficients and lists, against a loop over all triples of arcs.

#include "analytics/directed_triangles.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <set>

#include "analytics/testing/random_graphs.hpp"
#include "analytics/triangle_list.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;

using Neighbourhood = std::map<Huri, std::set<Huri>>;
using ListedTriangle = std::tuple<Huri, Huri, Huri, bool>;
constexpr TriangleMode kModes[] = {TriangleMode::all, TriangleMode::unique, TriangleMode::acyclic, TriangleMode::cyclic,
                                   TriangleMode::unique_cyclic};

// The targets of each vertex, without itself.
Neighbourhood targets_of(const EdgeList& edges, Direction direction) {
  Neighbourhood targets;
  for (const auto& [vertex, list] : reference_of(edges, {direction, false, Parallel::sum, {}}, true)) {
    std::set<Huri>& of_vertex = targets[vertex];
    for (const auto& [target, weight] : list) {
      if (target != vertex) of_vertex.insert(target);
    }
  }
  return targets;
}

// All walks a -> b -> c that an arc closes, in either direction.
std::vector<ListedTriangle> reference_list(const Neighbourhood& targets, TriangleMode mode) {
  std::vector<ListedTriangle> rows;
  for (const auto& [a, of_a] : targets) {
    for (const Huri b : of_a) {
      for (const Huri c : targets.at(b)) {
        if (has_acyclic(mode) && of_a.contains(c)) rows.emplace_back(b, c, a, false);
        const bool is_first = a < b && a < c;
        const bool is_kept = cyclic_times(mode) == 3 || (cyclic_times(mode) == 1 && is_first);
        if (is_kept && targets.at(c).contains(a)) rows.emplace_back(a, b, c, true);
      }
    }
  }
  std::ranges::sort(rows);
  return rows;
}

std::map<Huri, TriangleRoles> roles_of(const std::vector<ListedTriangle>& rows) {
  std::map<Huri, TriangleRoles> roles;
  for (const auto& [first, second, third, is_cyclic] : rows) {
    if (is_cyclic) {
      for (const Huri vertex : {first, second, third}) ++roles[vertex].through, ++roles[vertex].cyclic;
    } else {
      ++roles[first].through, ++roles[second].in, ++roles[third].out;
    }
  }
  return roles;
}

// Collective. The rows of all images.
std::vector<ListedTriangle> listed(Workers& workers, const Graph& graph, std::optional<TriangleMode> mode) {
  std::vector<ListedTriangle> mine;
  std::uint64_t expected = 0;
  const std::uint64_t total = list_triangles(workers, graph, mode,
                                             {[&](std::uint64_t rows) { expected = rows; },
                                              [&](std::span<const TriangleRow> rows) {
                                                for (const TriangleRow& row : rows) {
                                                  mine.emplace_back(graph.huri(row.first), graph.huri(row.second),
                                                                    graph.huri(row.third), row.is_cyclic);
                                                }
                                              }});
  EXPECT_EQ(mine.size(), expected);
  std::string bytes;
  for (const auto& [first, second, third, is_cyclic] : mine) {
    for (const Huri vertex : {first, second, third}) bytes.append(reinterpret_cast<const char*>(&vertex), sizeof(Huri));
    bytes.push_back(is_cyclic ? 1 : 0);
  }
  std::vector<ListedTriangle> all;
  for (const std::string& theirs : workers.team().all_gather_bytes(bytes)) {
    for (std::size_t at = 0; at < theirs.size(); at += 3 * sizeof(Huri) + 1) {
      std::array<Huri, 3> vertices;
      std::memcpy(static_cast<void*>(vertices.data()), theirs.data() + at, sizeof vertices);
      all.emplace_back(vertices[0], vertices[1], vertices[2], theirs[at + sizeof vertices] != 0);
    }
  }
  EXPECT_EQ(all.size(), total);
  std::ranges::sort(all);
  return all;
}

// The share of the possible triangles of a vertex, each once.
double reference_coefficient(const Neighbourhood& targets, const Neighbourhood& sources, Huri vertex, double found,
                             TriangleMode mode) {
  const std::set<Huri>&to = targets.at(vertex), &from = sources.at(vertex);
  double possible = 0;
  for (const Neighbourhood::mapped_type* first : {&to, &from}) {
    for (const Neighbourhood::mapped_type* second : {&to, &from}) {
      for (const Huri a : *first) {
        for (const Huri b : *second) {
          if (a == b) continue;
          const double cyclic = first != second ? 1 : 0;  // of the two arcs that may close it
          possible += cyclic_times(mode) > 0 ? cyclic / 2 : 0;
          possible += has_acyclic(mode) ? (2 - cyclic) / 2 : 0;
        }
      }
    }
  }
  return possible > 0 ? found / possible : 0;
}

void expect_roles(Workers& workers, const Graph& graph, const Neighbourhood& targets, TriangleMode mode) {
  const std::vector<ListedTriangle> expected = reference_list(targets, mode);
  ASSERT_EQ(listed(workers, graph, mode), expected);
  Neighbourhood sources;
  for (const auto& [vertex, list] : targets) {
    sources[vertex];
    for (const Huri target : list) sources[target].insert(vertex);
  }
  std::map<Huri, TriangleRoles> roles = roles_of(expected);
  const DirectedTriangleResult result = directed_triangles(workers, graph, mode);
  EXPECT_EQ(result.total, expected.size());
  double sum = 0;
  for (const auto& [vertex, list] : targets) {
    const TriangleRoles& wanted = roles[vertex];
    const auto all = static_cast<double>(wanted.through + wanted.in + wanted.out - wanted.cyclic);
    const double cyclic = static_cast<double>(wanted.cyclic) / (cyclic_times(mode) == 3 ? 3 : 1);
    const double coefficient = reference_coefficient(targets, sources, vertex, all + cyclic, mode);
    sum += coefficient;
    const Slot slot = graph.find(vertex);
    if (slot == kNoSlot || !graph.is_own(slot)) continue;
    const TriangleRoles& found = result.roles[slot];
    ASSERT_EQ(std::tuple(found.through, found.in, found.out, found.cyclic),
              std::tuple(wanted.through, wanted.in, wanted.out, wanted.cyclic));
    ASSERT_EQ(result.coefficient[slot], coefficient);
  }
  EXPECT_NEAR(result.mean_coefficient, targets.empty() ? 0 : sum / static_cast<double>(targets.size()), 1e-12);
}

TEST(DirectedTriangles, AreThoseOfASimpleLoop) {
  std::vector<EdgeList> graphs = testing::test_graphs();
  std::erase_if(graphs, [](const EdgeList& edges) { return edges.sources.size() > 10000; });  // the loops take long
  graphs.push_back(testing::random_edges(testing::test_seed(), 60, 700, testing::Ids::mixed, false));
  graphs.push_back(testing::random_edges(testing::test_seed(), 400, 1500, testing::Ids::sparse, true));
  for (const EdgeList& edges : graphs) {
    for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
      const Neighbourhood targets = targets_of(edges, direction);
      const Parallel parallel = direction == Direction::in ? Parallel::separate : Parallel::sum;
      with_graph(edges, {direction, false, parallel, {}}, [&](Workers& workers, const Graph& graph) {
        for (const TriangleMode mode : kModes) expect_roles(workers, graph, targets, mode);
      });
    }
  }
}

TEST(DirectedTriangles, UndirectedOnesAreListedOnce) {
  for (const EdgeList& edges : testing::test_graphs()) {
    if (edges.sources.size() > 10000) continue;
    const Neighbourhood targets = targets_of(edges, Direction::both);
    std::vector<ListedTriangle> expected;
    for (const auto& [a, of_a] : targets) {
      for (const Huri b : of_a) {
        for (const Huri c : targets.at(b)) {
          if (a < b && b < c && of_a.contains(c)) expected.emplace_back(a, b, c, false);
        }
      }
    }
    std::ranges::sort(expected);
    with_graph(
        edges, {Direction::both, false, Parallel::separate, {.out = true, .in = false}},
        [&](Workers& workers, const Graph& graph) { ASSERT_EQ(listed(workers, graph, std::nullopt), expected); });
  }
}

TEST(DirectedTriangles, OfACompleteGraphAreKnown) {
  const std::uint64_t count = 40, triples = count * (count - 1) * (count - 2) / 6;
  EdgeList edges;
  for (std::uint64_t a = 0; a < count; ++a) {
    for (std::uint64_t b = 0; b <= a; ++b) {
      edges.add(testing::vertex_id(testing::Ids::sparse, a), testing::vertex_id(testing::Ids::sparse, b), 1);
    }
  }
  with_graph(edges, {Direction::both, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    EXPECT_EQ(directed_triangles(workers, graph, TriangleMode::acyclic).total, triples * 6);
    EXPECT_EQ(directed_triangles(workers, graph, TriangleMode::cyclic).total, triples * 6);
    const DirectedTriangleResult unique = directed_triangles(workers, graph, TriangleMode::unique);
    EXPECT_EQ(unique.total, triples * 8);
    EXPECT_EQ(unique.mean_coefficient, 1);
  });
  with_graph(edges, {Direction::out, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    EXPECT_EQ(directed_triangles(workers, graph, TriangleMode::all).total, triples);
    EXPECT_EQ(directed_triangles(workers, graph, TriangleMode::cyclic).total, 0u);
  });
}

}  // namespace
}  // namespace quadrille::analytics
