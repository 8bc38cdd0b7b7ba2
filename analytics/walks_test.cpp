#include "analytics/walks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "analytics/testing/random_graphs.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

using WalkName = std::pair<std::uint64_t, std::uint32_t>;  // start, turn
using WalkMap = std::map<WalkName, std::vector<Huri>>;

// Collective. The walks of all images.
WalkMap all_walks(Workers& workers, const Graph& graph, const WalkOptions& options) {
  const Walks walks = random_walks(workers, graph, options);
  std::vector<std::uint64_t> mine;
  for (std::size_t walk = 0; walk < walks.walks.size(); ++walk) {
    const auto vertices = walks.vertices_of(walk);
    mine.insert(mine.end(), {walks.walks[walk].start, walks.walks[walk].turn, vertices.size()});
    for (const Huri vertex : vertices) mine.push_back(vertex.bits());
  }
  WalkMap all;
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(mine[0]));
  for (const std::string& theirs : workers.team().all_gather_bytes(bytes)) {
    std::vector<std::uint64_t> words(theirs.size() / sizeof(std::uint64_t));
    copy_bytes(words.data(), theirs.data(), theirs.size());
    for (std::size_t place = 0; place < words.size(); place += 3 + words[place + 2]) {
      auto& walk = all[{words[place], static_cast<std::uint32_t>(words[place + 1])}];
      EXPECT_TRUE(walk.empty()) << "a walk is on one image";
      for (std::size_t step = 0; step < words[place + 2]; ++step) walk.emplace_back(words[place + 3 + step]);
    }
  }
  return all;
}

bool has_edge(const Reference& lists, Huri from, Huri to) {
  const auto& list = lists.at(from);
  return std::ranges::any_of(list, [&](const auto& edge) { return edge.first == to; });
}

void expect_steps_are_edges(const WalkMap& walks, const Reference& lists, std::uint64_t length) {
  for (const auto& [name, walk] : walks) {
    for (std::size_t step = 1; step < walk.size(); ++step) {
      const auto& list = lists.at(walk[step - 1]);
      ASSERT_TRUE(
          std::ranges::any_of(list, [&](const auto& edge) { return edge.first == walk[step] && edge.second > 0; }));
    }
    if (walk.size() == length) continue;
    for (const auto& [neighbour, weight] : lists.at(walk.back())) ASSERT_EQ(weight, 0);
  }
}

TEST(Walks, GoAlongEdgesAndAreTheSameForAnyNumberOfImages) {
  for (const EdgeList& edges : testing::test_graphs()) {
    for (const bool weighted : {false, true}) {
      for (const Direction direction : {Direction::out, Direction::both}) {
        const ProjectionOptions options{direction, weighted, Parallel::sum, {.out = true, .in = false}};
        const Reference lists = reference_of(edges, options, true);
        for (const auto& [p, q] : {std::pair(1.0, 1.0), weighted ? std::pair(0.25, 4.0) : std::pair(4.0, 0.5)}) {
          const WalkOptions asked{.length = 10, .walks = 2, .p = p, .q = q, .seed = 5};
          WalkMap alone, together;
          with_graph_alone(edges, options,
                           [&](Workers& workers, const Graph& graph) { alone = all_walks(workers, graph, asked); });
          with_graph(edges, options,
                     [&](Workers& workers, const Graph& graph) { together = all_walks(workers, graph, asked); });
          ASSERT_EQ(alone, together);
          ASSERT_EQ(alone.size(), 2 * lists.size());
          expect_steps_are_edges(alone, lists, asked.length);
          // Starts are numbered by HURI.
          std::uint64_t place = 0;
          for (const auto& [vertex, list] : lists) ASSERT_EQ(alone.at({place++, 1}).front(), vertex);
        }
      }
    }
  }
}

TEST(Walks, FromGivenStartsAreThoseOfAllStarts) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 200, 900, testing::Ids::mixed, false);
  std::vector<Huri> vertices;
  for (const auto& [vertex, list] : reference_of(edges, {}, true)) vertices.push_back(vertex);
  std::vector<Huri> starts = {vertices[3], vertices[50], testing::vertex_id(testing::Ids::dense, 1 << 20), vertices[7]};
  std::ranges::sort(starts);
  const WalkOptions all{.length = 20, .walks = 5, .p = 0.5, .q = 2, .seed = 9};
  WalkOptions some = all;
  some.from_all = false;
  some.starts = starts;
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const WalkMap expected = all_walks(workers, graph, all), found = all_walks(workers, graph, some);
    EXPECT_EQ(found.size(), 15u);
    for (const auto& [name, walk] : found) {
      EXPECT_EQ(walk.front(), starts[name.first]);
      const auto place = static_cast<std::uint64_t>(std::ranges::find(vertices, walk.front()) - vertices.begin());
      EXPECT_EQ(walk, expected.at({place, name.second}));
    }
  });
}

TEST(Walks, OtherSeedsGiveOtherWalks) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 100, 900, testing::Ids::dense, false);
  with_graph(edges, {Direction::both, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    const WalkMap one = all_walks(workers, graph, {.length = 20, .walks = 1, .seed = 1});
    const WalkMap two = all_walks(workers, graph, {.length = 20, .walks = 1, .seed = 2});
    std::size_t same = 0;
    for (const auto& [name, walk] : one) same += two.at(name) == walk ? 1 : 0;
    EXPECT_LT(same, 10u);
  });
}

TEST(Walks, OfOneVertexAreTheStarts) {
  const EdgeList edges = testing::path_and_star(5, 3);
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const WalkMap walks = all_walks(workers, graph, {.length = 1, .walks = 3});
    EXPECT_EQ(walks.size(), 3 * graph.vertices());
    for (const auto& [name, walk] : walks) EXPECT_EQ(walk.size(), 1u);
  });
}

// The probabilities of the paper for a step from `at` after `before`.
std::map<Huri, double> probabilities(const Reference& lists, Huri before, Huri at, double p, double q) {
  std::map<Huri, double> all;
  double sum = 0;
  for (const auto& [to, weight] : lists.at(at)) {
    const double factor = to == before ? 1 / p : has_edge(lists, before, to) ? 1 : 1 / q;
    all[to] += weight * factor;
    sum += weight * factor;
  }
  for (auto& [to, probability] : all) probability /= sum;
  return all;
}

// How far the steps of walks are from these probabilities: chi-squared, with its degrees of freedom.
std::pair<double, double> distance_of_steps(const WalkMap& walks, const Reference& lists, double p, double q) {
  std::map<std::pair<Huri, Huri>, std::map<Huri, double>> counts;
  for (const auto& [name, walk] : walks) {
    for (std::size_t step = 2; step < walk.size(); ++step) ++counts[{walk[step - 2], walk[step - 1]}][walk[step]];
  }
  double distance = 0, freedom = 0;
  for (auto& [edge, seen] : counts) {
    double steps = 0;
    for (const auto& [to, count] : seen) steps += count;
    const auto expected = probabilities(lists, edge.first, edge.second, p, q);
    double least = 1;
    for (const auto& [to, probability] : expected) {
      if (probability > 0) least = std::min(least, probability);
    }
    if (least * steps < 8) continue;
    freedom -= 1;
    for (const auto& [to, probability] : expected) {
      if (probability == 0) continue;
      const double wanted = probability * steps;
      distance += (seen[to] - wanted) * (seen[to] - wanted) / wanted;
      freedom += 1;
    }
  }
  return {distance, freedom};
}

TEST(Walks, StepsHaveTheProbabilitiesOfThePaper) {
  if (pgas::test_team().size() > 1) GTEST_SKIP() << "the walks are the same for any number of images";
  const EdgeList edges = testing::random_edges(testing::test_seed(), 14, 50, testing::Ids::mixed, false);
  for (const bool weighted : {false, true}) {
    for (const Direction direction : {Direction::out, Direction::both}) {
      const ProjectionOptions options{direction, weighted, Parallel::sum, {.out = true, .in = false}};
      const Reference lists = reference_of(edges, options, true);
      for (const auto& [p, q] :
           {std::pair(1.0, 1.0), std::pair(0.05, 2.0), std::pair(3.0, 0.2), std::pair(0.5, 0.5), std::pair(8.0, 5.0)}) {
        WalkMap walks;
        with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
          walks = all_walks(workers, graph, {.length = 40, .walks = 400, .p = p, .q = q, .seed = 77});
        });
        const auto [distance, freedom] = distance_of_steps(walks, lists, p, q);
        ASSERT_GT(freedom, 20);
        // The mean is `freedom` and the deviation sqrt(2 freedom).
        EXPECT_LT(std::abs(distance - freedom), 4.5 * std::sqrt(2 * freedom)) << "p " << p << ", q " << q;
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::analytics
