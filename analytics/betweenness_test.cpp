#include "analytics/betweenness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "analytics/testing/path_reference.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::PathReference;
using testing::Reference;

struct Dependencies {
  PathReference paths;
  std::map<Huri, double> delta;
};

// Brandes' algorithm for one source, with sums in the order that the header promises.
Dependencies dependencies_of(const Reference& out, const Reference& in, Huri source) {
  Dependencies result{testing::reference_paths(out, {&source, 1}), {}};
  const std::vector<Huri> order = order_of_steps(result.paths);
  std::map<Huri, double> sigma, coefficient;
  for (const Huri vertex : order) {
    double sum = vertex == source ? 1 : 0;
    for (const auto& [from, weight] : in.at(vertex))
      sum += result.paths.is_step(from, vertex, weight) ? sigma[from] : 0;
    sigma[vertex] = sum;
  }
  for (auto place = order.rbegin(); place != order.rend(); ++place) {
    double sum = 0;
    for (const auto& [to, weight] : out.at(*place))
      sum += result.paths.is_step(*place, to, weight) ? coefficient[to] : 0;
    result.delta[*place] = sigma[*place] * sum;
    coefficient[*place] = (1 + result.delta[*place]) / sigma[*place];
  }
  result.delta.erase(source);
  return result;
}

// The sums of dependencies: four sources at a time, those of the farthest first; with weights one source at a time.
std::map<Huri, double> reference_scores(const EdgeList& edges, const ProjectionOptions& options,
                                        const std::set<Huri>& sources) {
  const Reference out = reference_of(edges, options, true), in = reference_of(edges, options, false);
  std::map<Huri, double> scores;
  for (const auto& [vertex, list] : out) scores[vertex] = 0;
  const std::size_t lanes = options.weighted ? 1 : 4;
  for (auto next = sources.begin(); next != sources.end();) {
    std::map<Huri, std::vector<std::pair<double, double>>> terms;
    for (std::size_t lane = 0; lane < lanes && next != sources.end(); ++next) {
      ++lane;
      if (!out.contains(*next)) continue;
      const Dependencies found = dependencies_of(out, in, *next);
      for (const auto& [vertex, delta] : found.delta)
        terms[vertex].emplace_back(-found.paths.distance.at(vertex), delta);
    }
    for (auto& [vertex, list] : terms) {
      std::ranges::stable_sort(list, {}, &std::pair<double, double>::first);
      for (const auto& [before, delta] : list) scores[vertex] += delta;
    }
  }
  return scores;
}

void expect_scores(const Graph& graph, const BetweennessResult& result, const std::map<Huri, double>& expected,
                   double scale) {
  ASSERT_EQ(result.score.size(), graph.own());
  for (Slot slot = 0; slot < graph.own(); ++slot) {
    ASSERT_EQ(result.score[slot], expected.at(graph.huri(slot)) * scale);
  }
}

std::set<Huri> vertices_of(const EdgeList& edges) {
  std::set<Huri> vertices(edges.nodes.begin(), edges.nodes.end());
  vertices.insert(edges.sources.begin(), edges.sources.end());
  vertices.insert(edges.targets.begin(), edges.targets.end());
  return vertices;
}

TEST(Betweenness, OfSomeSourcesIsThatOfASimpleLoop) {
  for (const EdgeList& even : testing::test_graphs()) {
    if (even.sources.size() > 35000) continue;  // the loop takes long
    for (const bool weighted : {false, true}) {
      const EdgeList edges = weighted ? with_odd_weights(even) : even;
      std::vector<Huri> sources;
      for (std::size_t edge = 0; edge < edges.sources.size() && sources.size() < 5; edge += 7) {
        sources.push_back(edges.sources[edge]);
      }
      if (sources.empty()) sources.push_back(Huri::make(HuriKind::typed, 3));
      for (const Direction direction : {Direction::out, Direction::both}) {
        const Parallel parallel = direction == Direction::out ? Parallel::minimum : Parallel::separate;
        const ProjectionOptions options{direction, weighted, parallel, {}};
        const auto expected = reference_scores(edges, options, {sources.begin(), sources.end()});
        with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
          const BetweennessResult result = betweenness(workers, graph, {.sources = sources});
          expect_scores(graph, result, expected, direction == Direction::both ? 0.5 : 1);
        });
      }
    }
  }
}

TEST(Betweenness, OfAllSources) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 60, 150, testing::Ids::mixed, false);
  const std::set<Huri> vertices = vertices_of(edges);
  const auto count = static_cast<double>(vertices.size());
  for (const bool weighted : {false, true}) {
    for (const bool normalised : {false, true}) {
      const ProjectionOptions options{Direction::both, weighted, Parallel::sum, {}};
      const auto expected = reference_scores(edges, options, vertices);
      with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
        const BetweennessResult result = betweenness(workers, graph, {.normalised = normalised});
        EXPECT_EQ(result.sources, vertices.size());
        EXPECT_EQ(result.error_bound, 0);
        expect_scores(graph, result, expected, normalised ? 1 / ((count - 1) * (count - 2)) : 0.5);
      });
    }
  }
}

TEST(Betweenness, OfOneSource) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 900, 5000, testing::Ids::sparse, true);
  const ProjectionOptions options{Direction::out, false, Parallel::sum, {}};
  const std::vector<Huri> sources = {edges.sources[11], edges.sources[11]};
  const auto expected = reference_scores(edges, options, {sources.begin(), sources.end()});
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    expect_scores(graph, betweenness(workers, graph, {.sources = sources}), expected, 1);
  });
}

// The path 0 - 1 - 2 ... - n-1: vertex k lies between k (n - 1 - k) pairs.
TEST(Betweenness, OfAPathIsKnown) {
  const std::uint64_t length = 90;
  const EdgeList edges = testing::path_and_star(length, 1);
  with_graph(edges, {Direction::both, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    const BetweennessResult result = betweenness(workers, graph, {});
    for (Slot slot = 0; slot < graph.own(); ++slot) {
      const std::uint64_t place = graph.huri(slot).bits() - testing::vertex_id(testing::Ids::dense, 0).bits();
      if (place >= length) continue;
      ASSERT_EQ(result.score[slot], static_cast<double>(place * (length - 1 - place)));
    }
  });
}

// The error stays within its bound, and another seed is another sample.
TEST(Betweenness, OfASampleIsNearTheScore) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 400, 1500, testing::Ids::mixed, true);
  const ProjectionOptions options{Direction::out, false, Parallel::sum, {}};
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const BetweennessResult all = betweenness(workers, graph, {});
    std::set<double> sums;
    for (const std::uint64_t seed : {1, 2, 3}) {
      const BetweennessResult sample = betweenness(workers, graph, {.count = 100, .seed = seed});
      EXPECT_EQ(sample.sources, 100u);
      EXPECT_GT(sample.error_bound, 0);
      double sum = 0;
      std::uint64_t outside = 0;
      for (Slot slot = 0; slot < graph.own(); ++slot) {
        outside += std::fabs(sample.score[slot] - all.score[slot]) > sample.error_bound ? 1 : 0;
        sum += sample.score[slot];
      }
      EXPECT_LE(outside, graph.own() / 20);
      sums.insert(workers.team().sum(workers.is_first() ? sum : 0));
    }
    EXPECT_EQ(sums.size(), 3u);
    const std::uint64_t vertices = graph.vertices();
    EXPECT_EQ(betweenness(workers, graph, {.share = 0.25}).sources, (vertices + 3) / 4);
  });
}

// The sample is a function of the seed and the vertices: known for each number of images.
TEST(Betweenness, TheSampleDoesNotDependOnTheImages) {
  EdgeList edges;
  for (std::uint64_t ray = 1; ray < 300; ++ray) {  // a path from each end of a star: its sources show in the scores
    edges.add(testing::vertex_id(testing::Ids::dense, 2 * ray), testing::vertex_id(testing::Ids::dense, 2 * ray + 1),
              1);
    edges.add(testing::vertex_id(testing::Ids::dense, 2 * ray + 1), testing::vertex_id(testing::Ids::dense, 0), 1);
  }
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const BetweennessResult result = betweenness(workers, graph, {.count = 60, .seed = 5});
    std::uint64_t hash = 0;
    const auto scores = testing::gather_by_vertex(workers, graph, result.score);
    for (const auto& [vertex, score] : scores) hash = hash * 31 + (score > 0 ? 1 : 0);
    EXPECT_EQ(hash, 3728226848120663456u);
  });
}

// Fans, each from a joint by 128 ways to the next joint: 128 times as many paths after each of them.
constexpr std::uint64_t kWays = 128, kFan = kWays + 1;
EdgeList fans(std::uint64_t count) {
  EdgeList edges;
  for (std::uint64_t joint = 0; joint < count * kFan; joint += kFan) {
    for (std::uint64_t way = joint + 1; way <= joint + kWays; ++way) {
      edges.add(testing::vertex_id(testing::Ids::dense, joint), testing::vertex_id(testing::Ids::dense, way), 1);
      edges.add(testing::vertex_id(testing::Ids::dense, way), testing::vertex_id(testing::Ids::dense, joint + kFan), 1);
    }
  }
  return edges;
}

// 2^1120 paths. All paths to the vertices after a joint lead through it, and equal shares of them through each way.
TEST(Betweenness, OfMorePathsThanADoubleCounts) {
  const std::uint64_t count = 160;
  const EdgeList edges = fans(count);
  for (const std::uint64_t sources : {1, 2}) {
    std::vector<Huri> starts;
    for (std::uint64_t joint = 0; joint < sources; ++joint) {
      starts.push_back(testing::vertex_id(testing::Ids::dense, kFan * joint));
    }
    for (const bool weighted : {false, true}) {
      if (weighted && sources > 1) continue;
      const ProjectionOptions options{Direction::out, weighted, Parallel::sum, {}};
      with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
        const BetweennessResult result = betweenness(workers, graph, {.sources = starts});
        for (Slot slot = 0; slot < graph.own(); ++slot) {
          const std::uint64_t place = graph.huri(slot).bits() - testing::vertex_id(testing::Ids::dense, 0).bits();
          const std::uint64_t fan = place / kFan;
          const bool is_joint = place % kFan == 0;
          const std::uint64_t before = std::min(sources, is_joint ? fan : fan + 1);
          const auto after = static_cast<double>(kFan * (count - fan) - (is_joint ? 0 : kWays));
          ASSERT_EQ(result.score[slot], static_cast<double>(before) * (is_joint ? after : after / kWays));
        }
      });
    }
  }
}

// After sources with many paths the others are searched with numbers of a wider range: the same bits.
TEST(Betweenness, DoesNotDependOnTheRangeOfNumbers) {
  const EdgeList edges = testing::random_edges(testing::test_seed(), 200, 900, testing::Ids::sparse, true);
  const EdgeList with_fans = fans(140);
  std::vector<Huri> sources;
  for (std::size_t edge = 0; sources.size() < 8; edge += 11) sources.push_back(edges.sources[edge]);
  for (const bool weighted : {false, true}) {
    const ProjectionOptions options{Direction::both, weighted, Parallel::minimum, {}};
    const auto expected = reference_scores(edges, options, {sources.begin(), sources.end()});
    std::vector<Huri> all = sources;
    for (std::uint64_t joint = 0; joint < (weighted ? 1 : 4); ++joint) {  // sources that are searched together
      all.push_back(testing::vertex_id(testing::Ids::dense, kFan * joint));
    }
    EdgeList both = with_fans;
    for (std::size_t edge = 0; edge < edges.sources.size(); ++edge) {
      both.add(edges.sources[edge], edges.targets[edge], edges.weights[edge]);
    }
    with_graph(both, options, [&](Workers& workers, const Graph& graph) {
      const BetweennessResult result = betweenness(workers, graph, {.sources = all});
      for (Slot slot = 0; slot < graph.own(); ++slot) {
        const auto found = expected.find(graph.huri(slot));
        if (found == expected.end()) continue;
        ASSERT_EQ(result.score[slot], found->second * 0.5);
      }
    });
  }
}

// Paths of a square grid from a corner. The dependencies of all vertices are the inner vertices of all paths.
TEST(Betweenness, OfALargeGrid) {
  const bool is_long = std::getenv("QUADRILLE_LONG") != nullptr;
  const std::uint64_t side = is_long ? 1000 : 20;
  EdgeList edges;
  for (std::uint64_t row = 0; row < side; ++row) {
    for (std::uint64_t column = 0; column < side; ++column) {
      const Huri vertex = testing::vertex_id(testing::Ids::dense, row * side + column);
      if (column + 1 < side) edges.add(vertex, Huri::make(HuriKind::iri, vertex.payload() + 1), 1);
      if (row + 1 < side) edges.add(vertex, Huri::make(HuriKind::iri, vertex.payload() + side), 1);
    }
  }
  const std::vector<Huri> sources = {edges.sources.front(), edges.targets.back()};
  with_graph(edges, {Direction::both, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    const BetweennessResult result = betweenness(workers, graph, {.sources = sources});
    double sum = 0;
    const Range mine = workers.my_part(graph.own());
    for (std::size_t slot = mine.begin; slot < mine.end; ++slot) sum += result.score[slot];
    const auto length = static_cast<double>(side), vertices = length * length;
    const double inner = vertices * (length - 1) - (vertices - 1);  // distances less 1, from a corner
    EXPECT_NEAR(workers.team().sum(sum) / inner, 1, 1e-9);
  });
}

}  // namespace
}  // namespace quadrille::analytics
