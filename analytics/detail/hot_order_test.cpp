#include "analytics/detail/hot_order.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "analytics/testing/random_graphs.hpp"

namespace quadrille::analytics {
namespace {

// Expects a permutation of the slots and the same lists.
void expect_order(const Graph& graph, const HotOrder& order) {
  std::vector<Slot> slot_at(graph.slots(), kNoSlot);
  for (Slot slot = 0; slot < graph.slots(); ++slot) {
    ASSERT_LT(order.place_of(slot), graph.slots());
    ASSERT_EQ(slot_at[order.place_of(slot)], kNoSlot);
    slot_at[order.place_of(slot)] = slot;
  }
  for (std::size_t edge = 0; edge < graph.in().targets().size(); ++edge) {
    ASSERT_EQ(slot_at[order.targets()[edge]], graph.in().targets()[edge]);
  }
}

// Greater classes of degrees come first, and equal ones by slot.
void expect_classes(const Graph& graph, const HotOrder& order) {
  for (Slot a = 0; a + 1 < graph.own(); ++a) {
    const int of_a = std::bit_width(graph.out_degree(a)), of_b = std::bit_width(graph.out_degree(a + 1));
    ASSERT_EQ(order.place_of(a) < order.place_of(a + 1), of_a >= of_b);
  }
}

void expect_use(const testing::EdgeList& edges, HotOrder::Use use, bool is_expected) {
  with_graph(edges, {Direction::both, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
    Mirrors mirrors(workers, graph, sizeof(Slot));
    HotOrder order(workers, graph, mirrors, use);
    expect_order(graph, order);
    const bool is_used = order.targets().data() != graph.in().targets().data();
    EXPECT_TRUE(is_used == is_expected || !workers.is_one_group());
    if (is_used) expect_classes(graph, order);
    workers.barrier();
    order.free();
    mirrors.free();
  });
}

TEST(HotOrder, PutsVerticesOfManyEdgesFirst) {
  for (const bool skewed : {false, true}) {
    const auto edges = testing::random_edges(testing::test_seed(), 3000, 40000, testing::Ids::mixed, skewed);
    expect_use(edges, HotOrder::Use::always, true);
    expect_use(edges, HotOrder::Use::never, false);
  }
}

TEST(HotOrder, PaysIfFewVerticesHaveMostEdges) {
  expect_use(testing::random_edges(testing::test_seed(), 3000, 40000, testing::Ids::mixed, false),
             HotOrder::Use::if_it_pays, false);
  testing::EdgeList hubs;  // 100 vertices with edges to each other, and a path of 2000
  const auto vertex = [](std::uint64_t number) { return testing::vertex_id(testing::Ids::dense, number); };
  for (std::uint64_t pair = 0; pair < 10000; ++pair) {
    if (pair / 100 < pair % 100) hubs.add(vertex(pair / 100 * 20), vertex(pair % 100 * 20), 1);
  }
  for (std::uint64_t step = 0; step < 2000; ++step) hubs.add(vertex(3000 + step), vertex(3001 + step), 1);
  expect_use(hubs, HotOrder::Use::if_it_pays, true);
}

}  // namespace
}  // namespace quadrille::analytics
