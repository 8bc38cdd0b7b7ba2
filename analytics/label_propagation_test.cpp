#include "analytics/label_propagation.hpp"

#include <gtest/gtest.h>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

using testing::EdgeList;
using testing::Reference;

// The specification, literally. Returns the labels and how many steps there were until one changed nothing.
std::pair<std::map<Huri, Huri>, int> simple_labels(const EdgeList& edges, const ProjectionOptions& options, int steps) {
  std::vector<Reference> lists = {reference_of(edges, options, true)};
  if (options.direction != Direction::both) lists.push_back(reference_of(edges, options, false));
  std::map<Huri, Huri> label;
  for (const auto& [vertex, list] : lists[0]) label[vertex] = vertex;
  for (int step = 1; step <= steps; ++step) {
    std::map<Huri, Huri> next;
    for (const auto& [vertex, old] : label) {
      std::map<Huri, int> counts;
      for (const Reference& list : lists) {
        for (const auto& [neighbour, weight] : list.at(vertex)) ++counts[label.at(neighbour)];
      }
      next[vertex] = old;
      int most = 0;
      for (const auto& [candidate, count] : counts) {
        if (count > most) next[vertex] = candidate;
        most = std::max(most, count);
      }
    }
    if (next == label) return {label, step};
    label = next;
  }
  return {label, steps};
}

void expect_labels(const EdgeList& edges, const ProjectionOptions& options, int steps) {
  const auto [expected, made] = simple_labels(edges, options, steps);
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const LabelResult result = label_propagation(workers, graph, {steps});
    EXPECT_EQ(result.steps, made);
    ASSERT_EQ(result.label.size(), graph.own());
    for (Slot slot = 0; slot < graph.own(); ++slot) {
      ASSERT_EQ(result.label[slot], expected.at(graph.huri(slot)));
    }
  });
}

TEST(LabelPropagation, LabelsAreThoseOfTheSpecification) {
  for (const EdgeList& edges : testing::test_graphs()) {
    expect_labels(edges, {Direction::out, false, Parallel::sum, {}}, 10);
    expect_labels(edges, {Direction::in, false, Parallel::sum, {}}, 2);
    expect_labels(edges, {Direction::both, false, Parallel::sum, {}}, 1);
    expect_labels(edges, {Direction::both, false, Parallel::separate, {}}, 10);
    expect_labels(edges, {Direction::out, false, Parallel::separate, {}}, 3);
  }
}

TEST(LabelPropagation, ConvergesWhereNothingChanges) {
  const EdgeList edges{"empty", {}, {}, {}, {testing::vertex_id(testing::Ids::dense, 0)}};
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    const LabelResult result = label_propagation(workers, graph, {});
    EXPECT_EQ(result.steps, 1);
    EXPECT_TRUE(result.converged);
  });
}

}  // namespace
}  // namespace quadrille::analytics
