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

TEST(HotOrder, PutsVerticesOfManyEdgesFirst) {
  for (const bool skewed : {true, false}) {
    const auto edges = testing::random_edges(testing::test_seed(), 3000, 40000, testing::Ids::mixed, skewed);
    with_graph(edges, {Direction::both, false, Parallel::sum, {}}, [&](Workers& workers, const Graph& graph) {
      Mirrors mirrors(workers, graph, sizeof(Slot));
      HotOrder order(workers, graph, mirrors, true);
      expect_order(graph, order);
      const bool is_used = order.targets().data() != graph.in().targets().data();
      EXPECT_TRUE(is_used == skewed || !workers.is_one_group());
      if (is_used) expect_classes(graph, order);
      workers.barrier();
      order.free();
      mirrors.free();
    });
  }
}

TEST(HotOrder, IsThatOfSlotsIfItIsNotWanted) {
  const auto edges = testing::random_edges(testing::test_seed(), 300, 4000, testing::Ids::mixed, true);
  with_graph(edges, {}, [&](Workers& workers, const Graph& graph) {
    Mirrors mirrors(workers, graph, sizeof(Slot));
    HotOrder order(workers, graph, mirrors, false);
    expect_order(graph, order);
    order.free();
    mirrors.free();
  });
}

}  // namespace
}  // namespace quadrille::analytics
