#include "analytics/closeness.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "analytics/testing/path_reference.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

// The definition, from the distances to a vertex: those from it in the reversed graph.
std::map<Huri, double> simple_closeness(const Reference& in, const ClosenessOptions& options) {
  std::map<Huri, double> scores;
  const auto others = static_cast<double>(in.size()) - 1;
  for (const auto& [vertex, list] : in) {
    testing::PathReference paths;
    for (const auto& [other, its] : in) paths.distance[other] = testing::kNever;
    lower_distances(paths, in, {&vertex, 1});
    double total = 0, inverse = 0, reached = 0;
    for (const auto& [other, distance] : paths.distance) {
      if (other == vertex || distance == testing::kNever) continue;
      reached += 1;
      total += distance;
      inverse += distance > 0 ? 1 / distance : 0;
    }
    double& score = scores[vertex];
    if (options.harmonic) {
      score = options.normalised && others > 0 ? inverse / others : inverse;
    } else if (total > 0) {
      score = reached / total * (options.normalised ? reached / others : 1);
    }
  }
  return scores;
}

// The same bits as on one image; `expected`: nearly these.
void expect_closeness(const EdgeList& edges, const ProjectionOptions& projection, const ClosenessOptions& options,
                      const std::optional<std::map<Huri, double>>& expected) {
  std::map<Huri, double> alone;
  double bound = 0;
  with_graph_alone(edges, projection, [&](Workers& workers, const Graph& graph) {
    const ClosenessResult result = closeness(workers, graph, options);
    alone = testing::by_vertex(graph, result.score);
    bound = result.error_bound;
  });
  with_graph(edges, projection, [&](Workers& workers, const Graph& graph) {
    const ClosenessResult result = closeness(workers, graph, options);
    const std::map<Huri, double> found = testing::gather_by_vertex(workers, graph, result.score);
    EXPECT_EQ(found, alone) << "the same bits on one image";
    EXPECT_EQ(result.error_bound, bound);
    if (!expected) return;
    ASSERT_EQ(found.size(), expected->size());
    for (const auto& [vertex, score] : found) {
      ASSERT_NEAR(score, expected->at(vertex), 1e-11 * std::max(1.0, expected->at(vertex)));
    }
  });
}

TEST(Closeness, IsThatOfTheDefinition) {
  for (const EdgeList& even : testing::test_graphs()) {
    if (even.sources.size() > 500) continue;  // the loop takes long
    for (const bool weighted : {false, true}) {
      if (weighted && even.sources.size() > 100) continue;
      const EdgeList edges = weighted ? with_odd_weights(even) : even;
      for (const Direction direction : {Direction::out, Direction::in, Direction::both}) {
        const ProjectionOptions projection{direction, weighted, Parallel::minimum, {}};
        const Reference in = reference_of(edges, projection, false);
        for (const bool harmonic : {false, true}) {
          const ClosenessOptions options{.harmonic = harmonic, .normalised = (direction == Direction::out) != harmonic};
          expect_closeness(edges, projection, options, simple_closeness(in, options));
        }
      }
    }
  }
}

TEST(Closeness, HasTheSameBitsOnAnyNumberOfImages) {
  for (const EdgeList& edges : testing::test_graphs()) {
    if (edges.sources.size() <= 1000) continue;
    for (const bool harmonic : {false, true}) {
      const Direction direction = harmonic ? Direction::both : Direction::out;
      const ProjectionOptions projection{direction, false, Parallel::sum, {}};
      expect_closeness(edges, projection, {.harmonic = harmonic, .count = 600}, {});
      expect_closeness(edges, projection, {.harmonic = harmonic, .count = 40, .seed = 3}, {});
      expect_closeness(edges, {direction, true, Parallel::sum, {}}, {.harmonic = harmonic, .count = 3}, {});
    }
  }
}

// A path has many levels, so the searches push.
TEST(Closeness, OfAPathIsKnown) {
  const std::uint64_t length = 700;
  EdgeList edges;
  for (std::uint64_t step = 0; step + 1 < length; ++step) {
    edges.add(testing::vertex_id(testing::Ids::dense, step), testing::vertex_id(testing::Ids::dense, step + 1), 1);
  }
  with_graph(edges, {Direction::out, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    const ClosenessResult result = closeness(workers, graph, {});
    EXPECT_EQ(result.sources, length);
    EXPECT_EQ(result.error_bound, 0);
    for (Slot slot = 0; slot < graph.own(); ++slot) {
      const auto before =
          static_cast<double>(graph.huri(slot).bits() - testing::vertex_id(testing::Ids::dense, 0).bits());
      const double expected = before == 0 ? 0 : before / (before * (before + 1) / 2) * (before / (length - 1));
      ASSERT_NEAR(result.score[slot], expected, 1e-13);
    }
  });
}

// The error stays within its bound, and another seed is another sample.
TEST(Closeness, OfASampleIsNearTheScore) {
  for (const bool weighted : {false, true}) {
    const std::uint64_t vertices = weighted ? 100 : 900, count = vertices / 4;
    const EdgeList edges =
        testing::random_edges(testing::test_seed(), vertices, vertices * 3, testing::Ids::mixed, true);
    for (const bool harmonic : {false, true}) {
      const ProjectionOptions projection{Direction::both, weighted, Parallel::sum, {}};
      with_graph(edges, projection, [&](Workers& workers, const Graph& graph) {
        const ClosenessResult all = closeness(workers, graph, {.harmonic = harmonic});
        std::map<Huri, double> before;
        for (const std::uint64_t seed : {1, 2}) {
          const ClosenessOptions options{.harmonic = harmonic, .count = count, .seed = seed};
          const ClosenessResult sample = closeness(workers, graph, options);
          EXPECT_EQ(sample.sources, count);
          EXPECT_GT(sample.error_bound, 0);
          std::uint64_t outside = 0;
          for (Slot slot = 0; slot < graph.own(); ++slot) {
            outside += std::fabs(sample.score[slot] - all.score[slot]) > sample.error_bound ? 1 : 0;
          }
          EXPECT_LE(outside, graph.own() / 10);
          const auto scores = testing::gather_by_vertex(workers, graph, sample.score);
          EXPECT_NE(scores, before);
          before = scores;
        }
      });
    }
  }
}

}  // namespace
}  // namespace quadrille::analytics
