#include "analytics/communities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using Labels = std::map<Huri, Huri>;
using Kernel = CommunitiesResult (*)(Workers&, const Graph&, const CommunityOptions&);

// The definition: a loop counts twice in the degree and inside.
double simple_modularity(const testing::Reference& lists, const Labels& label, double resolution) {
  double total = 0, inside = 0;
  std::map<Huri, double> volume;
  for (const auto& [vertex, list] : lists) {
    for (const auto& [neighbour, weight] : list) {
      const double counted = neighbour == vertex ? 2 * weight : weight;
      total += counted;
      volume[label.at(vertex)] += counted;
      if (label.at(vertex) == label.at(neighbour)) inside += counted;
    }
  }
  if (total == 0) return 0;
  double expected = 0;
  for (const auto& [community, sum] : volume) expected += sum / total * sum / total;
  return inside / total - resolution * expected;
}

// The communities that are not connected.
int count_unconnected(const testing::Reference& lists, const Labels& label) {
  std::set<Huri> reached, seen;
  int unconnected = 0;
  for (const auto& [start, unused] : lists) {
    if (!reached.contains(start) && !seen.insert(label.at(start)).second) ++unconnected;
    std::vector<Huri> stack = {start};
    while (!stack.empty()) {
      const Huri vertex = stack.back();
      stack.pop_back();
      if (!reached.insert(vertex).second) continue;
      for (const auto& [neighbour, weight] : lists.at(vertex)) {
        if (label.at(neighbour) == label.at(vertex)) stack.push_back(neighbour);
      }
    }
  }
  return unconnected;
}

void expect_least_names(const Labels& label) {
  std::set<Huri> seen;
  for (const auto& [vertex, community] : label) {
    if (!seen.insert(community).second) continue;
    EXPECT_EQ(vertex, community) << "named by its least vertex";
  }
}

struct Found {
  std::vector<Labels> levels;
  double modularity = 0;
  int rounds = 0;
  bool operator==(const Found&) const = default;
};

void expect_communities(Kernel kernel, const EdgeList& edges, bool weighted, CommunityOptions options) {
  const ProjectionOptions projection{Direction::both, weighted, Parallel::sum, {true, false}};
  const testing::Reference lists = reference_of(edges, projection, true);
  options.all_levels = true;
  const auto find = [&](Workers& workers, const Graph& graph) {
    const CommunitiesResult result = kernel(workers, graph, options);
    Found found{{}, result.modularity, result.iterations};
    for (const std::span<const Huri> level : result.community) {
      found.levels.push_back(testing::gather_by_vertex(workers, graph, level));
    }
    EXPECT_EQ(result.levels, static_cast<int>(found.levels.size()));
    std::set<Huri> different;
    for (const auto& [vertex, community] : found.levels.back()) different.insert(community);
    EXPECT_EQ(result.communities, different.size());
    return found;
  };
  Found alone;
  with_graph_alone(edges, projection, [&](Workers& workers, const Graph& graph) { alone = find(workers, graph); });
  double before = -std::numeric_limits<double>::infinity();
  for (const Labels& label : alone.levels) {
    ASSERT_EQ(label.size(), lists.size());
    expect_least_names(label);
    const double modularity = simple_modularity(lists, label, options.resolution);
    EXPECT_GE(modularity, before - 1e-9) << "does not fall from level to level";
    before = modularity;
  }
  EXPECT_NEAR(alone.modularity, before, 1e-9);
  if (kernel == leiden) {
    EXPECT_EQ(count_unconnected(lists, alone.levels.back()), 0);
  }
  with_graph(edges, projection, [&](Workers& workers, const Graph& graph) {
    EXPECT_TRUE(find(workers, graph) == alone) << "the same bits on one image";
  });
  if (pgas::test_team().is_one_group() || edges.sources.size() > 10000) return;
  options.whole_edges = 0;  // rows stay with their groups
  with_graph(edges, projection, [&](Workers& workers, const Graph& graph) {
    EXPECT_TRUE(find(workers, graph) == alone) << "the same bits if rows are divided";
  });
}

TEST(Communities, HaveTheModularityOfTheDefinition) {
  for (const EdgeList& edges : testing::test_graphs()) {
    if (edges.sources.empty()) continue;
    expect_communities(louvain, edges, false, {});
    expect_communities(leiden, edges, true, {});
    if (edges.sources.size() > 5000) continue;
    expect_communities(louvain, edges, true, {.resolution = 2.5, .threshold = 0, .levels = 2, .seed = 7});
    expect_communities(leiden, edges, false, {.resolution = 0.5, .threshold = 0, .levels = 2, .seed = 7});
  }
}

// Cliques of ten in a ring, with one edge between neighbours.
EdgeList ring_of_cliques(std::uint64_t cliques) {
  EdgeList list;
  list.name = "ring of cliques";
  const auto id = [&](std::uint64_t clique, std::uint64_t member) {
    return testing::vertex_id(testing::Ids::dense, clique % cliques + member * cliques);
  };
  for (std::uint64_t clique = 0; clique < cliques; ++clique) {
    for (std::uint64_t left = 0; left < 10; ++left) {
      for (std::uint64_t right = 0; right < left; ++right) list.add(id(clique, left), id(clique, right), 1);
    }
    list.add(id(clique, 0), id(clique + 1, 9), 1);
  }
  return list;
}

TEST(Communities, OfARingOfCliquesAreTheCliques) {
  const EdgeList edges = ring_of_cliques(8);
  for (const Kernel kernel : {louvain, leiden}) {
    with_graph(edges, {Direction::both, false, Parallel::sum, {true, false}},
               [&](Workers& workers, const Graph& graph) {
                 const CommunitiesResult result = kernel(workers, graph, {});
                 EXPECT_EQ(result.communities, 8);
                 for (Slot slot = 0; slot < graph.own(); ++slot) {
                   const std::uint64_t clique = (graph.huri(slot).payload() - 1000) % 8;
                   EXPECT_EQ(result.community.back()[slot], testing::vertex_id(testing::Ids::dense, clique));
                 }
               });
  }
}

TEST(Communities, OfTheEmptyGraphAreNone) {
  for (const Kernel kernel : {louvain, leiden}) {
    with_graph(EdgeList{}, {Direction::both, false, Parallel::sum, {true, false}},
               [&](Workers& workers, const Graph& graph) {
                 const CommunitiesResult result = kernel(workers, graph, {});
                 EXPECT_EQ(result.communities, 0);
                 EXPECT_EQ(result.modularity, 0);
               });
  }
}

TEST(Communities, WrongParametersAreErrors) {
  const EdgeList edges = testing::path_and_star(5, 5);
  const auto expect_error = [&](const CommunityOptions& options) {
    EXPECT_THROW(with_graph(edges, {Direction::both, false, Parallel::sum, {true, false}},
                            [&](Workers& workers, const Graph& graph) { louvain(workers, graph, options); }),
                 Error);
  };
  expect_error({.resolution = -1});
  expect_error({.threshold = std::nan("")});
  expect_error({.levels = 0});
}

}  // namespace
}  // namespace quadrille::analytics
