#include "analytics/graph_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "analytics/page_rank.hpp"
#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

template <class T>
bool are_equal(std::span<const T> a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

void expect_same_lists(const Lists& copy, const Lists& lists) {
  EXPECT_EQ(copy.exist(), lists.exist());
  EXPECT_TRUE(are_equal(copy.offsets(), lists.offsets()));
  EXPECT_TRUE(are_equal(copy.targets(), lists.targets()));
  EXPECT_TRUE(are_equal(copy.weights(), lists.weights()));
  if (!lists.targets().empty()) {
    EXPECT_NE(copy.targets().data(), lists.targets().data());
  }
}

TEST(GraphCopy, IsTheSameGraphInOnePiece) {
  for (const testing::EdgeList& edges : testing::test_graphs()) {
    for (const Direction direction : {Direction::out, Direction::both}) {
      for (const bool weighted : {false, true}) {
        const ProjectionOptions options{direction, weighted, Parallel::sum, {}};
        testing::with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
          const std::size_t bytes = bytes_of_copy(graph);
          const std::span<std::byte> memory = workers.make_shared<std::byte>(bytes);
          const Graph copy = copy_of(workers, graph, memory);
          EXPECT_TRUE(are_equal(copy.huris(), graph.huris()));
          EXPECT_EQ(copy.own(), graph.own());
          EXPECT_EQ(copy.vertices(), graph.vertices());
          EXPECT_EQ(copy.edges(), graph.edges());
          expect_same_lists(copy.out(), graph.out());
          expect_same_lists(copy.in(), graph.in());
          for (Slot slot = 0; slot < graph.slots(); ++slot) ASSERT_EQ(copy.find(graph.huri(slot)), slot);
          EXPECT_EQ(copy.find(Huri::make(HuriKind::typed, 5)), kNoSlot);
          const auto before = page_rank(workers, graph, {}), after = page_rank(workers, copy, {});
          EXPECT_TRUE(are_equal(std::span<const double>(before.score), std::span<const double>(after.score)));
        });
      }
    }
  }
}

TEST(GraphCopy, IsAboutAsLargeAsItsArrays) {
  const testing::EdgeList edges = testing::random_edges(testing::test_seed(), 400, 4000, testing::Ids::dense, true);
  testing::with_graph(edges, {Direction::out, true, Parallel::separate, {}}, [&](Workers&, const Graph& graph) {
    const std::size_t targets = graph.out().edges() * 12 + graph.in().edges() * 12;
    EXPECT_GE(bytes_of_copy(graph), targets);
    EXPECT_LT(bytes_of_copy(graph), targets + graph.slots() * 40 + 4096);
  });
}

}  // namespace
}  // namespace quadrille::analytics
