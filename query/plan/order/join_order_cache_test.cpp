#include "query/plan/order/join_order_cache.hpp"

#include <gtest/gtest.h>

#include "query/plan/order/dictated_orders.hpp"
#include "query/plan/order/testing/join_table.hpp"

namespace quadrille::query {
namespace {

using testing::join_table;

// Whether a planner that comes to these groups, one after the other, finds the last one's order.
bool finds(JoinOrderCache& kept, const std::vector<std::vector<JoinPart>>& groups) {
  OrderMemory memory(&kept);
  std::size_t found = 0;
  for (const auto& parts : groups) {
    found = memory.found();
    memory.order(parts, [&] { return order_joins(parts); });
  }
  return memory.found() > found;
}

TEST(JoinOrderCache, AnOrderServesGroupsWithLikeNumbersOfRows) {
  JoinOrderCache kept;
  EXPECT_FALSE(finds(kept, {{join_table(100, {0}), join_table(5000, {0, 1})}}));
  EXPECT_TRUE(finds(kept, {{join_table(100, {0}), join_table(5000, {0, 1})}}));
  EXPECT_TRUE(finds(kept, {{join_table(1000, {0}), join_table(500, {0, 1})}}));
  EXPECT_FALSE(finds(kept, {{join_table(1001, {0}), join_table(5000, {0, 1})}}));
  EXPECT_FALSE(finds(kept, {{join_table(9, {0}), join_table(5000, {0, 1})}}));
}

TEST(JoinOrderCache, NothingIsLikeNothingAlone) {
  JoinOrderCache kept;
  finds(kept, {{join_table(0, {0}), join_table(1, {0, 1})}});
  EXPECT_FALSE(finds(kept, {{join_table(1, {0}), join_table(1, {0, 1})}}));
  EXPECT_TRUE(finds(kept, {{join_table(0, {0}), join_table(5, {0, 1})}}));
}

TEST(JoinOrderCache, BothOrdersOfALightAndAHeavyConstantAreKept) {
  JoinOrderCache kept;
  const std::vector<JoinPart> light{join_table(3, {0}), join_table(1000, {0, 1})},
      heavy{join_table(90000, {0}), join_table(1000, {0, 1})};
  for (const bool again : {false, true}) {
    EXPECT_EQ(finds(kept, {light}), again);
    EXPECT_EQ(finds(kept, {heavy}), again);
  }
  OrderMemory memory(&kept);
  const auto never = []() -> std::vector<JoinStep> { throw std::logic_error("it is kept"); };
  const auto of_light = memory.order(light, never);
  OrderMemory other(&kept);
  const auto of_heavy = other.order(heavy, never);
  EXPECT_NE(of_light[1].method, of_heavy[1].method) << "each the order that was made for it";
}

TEST(JoinOrderCache, AnotherGroupHasAnotherOrder) {
  JoinOrderCache kept;
  const std::vector<JoinPart> parts{join_table(100, {0}), join_table(100, {0, 1})};
  finds(kept, {parts});
  EXPECT_FALSE(finds(kept, {parts, parts})) << "the second group of the query";
  EXPECT_FALSE(finds(kept, {{join_table(100, {1}), join_table(100, {0, 1})}})) << "other variables";
  EXPECT_FALSE(finds(kept, {{join_table(100, {0}), join_table(100, {0, 1}), join_table(100, {0})}})) << "more parts";
}

TEST(JoinOrderCache, TheOldestGo) {
  JoinOrderCache kept;
  for (std::size_t number = 0; number <= JoinOrderCache::kMost; ++number) {
    finds(kept, {{join_table(1, {0}), join_table(1, {static_cast<VariableId>(number)})}});
  }
  EXPECT_TRUE(finds(kept, {{join_table(1, {0}), join_table(1, {static_cast<VariableId>(JoinOrderCache::kMost)})}}));
  EXPECT_FALSE(finds(kept, {{join_table(1, {0}), join_table(1, {0})}}));
}

TEST(JoinOrderCache, WhatOnePlannerTookIsDictatedToOthers) {
  JoinOrderCache kept;
  const std::vector<std::vector<JoinPart>> groups{{join_table(100, {0}), join_table(5000, {0, 1}), join_table(70, {1})},
                                                  {join_table(9, {2})},
                                                  {join_table(3, {0}), join_table(4, {0, 1})}};
  for (JoinOrderCache* const some : {&kept, &kept, static_cast<JoinOrderCache*>(nullptr)}) {
    OrderMemory first(some);
    first.remember();
    for (const auto& parts : groups) first.order(parts, [&] { return order_joins(parts); });
    ASSERT_EQ(first.taken().size(), 2u);
    OrderMemory other(orders_of(to_bytes(first.taken())));
    for (const auto& parts : groups) {
      const std::vector<JoinStep> made = order_joins(parts);
      const std::vector<JoinStep> steps = other.order(parts, [&]() -> std::vector<JoinStep> {
        EXPECT_EQ(parts.size(), 1u) << "nothing is left to decide";
        return made;
      });
      ASSERT_EQ(steps.size(), made.size());
      for (std::size_t step = 0; step < steps.size(); ++step) {
        EXPECT_EQ(steps[step].part, made[step].part);
        EXPECT_EQ(steps[step].method, made[step].method);
        EXPECT_EQ(steps[step].cost, made[step].cost);
        EXPECT_EQ(steps[step].rows, made[step].rows);
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::query
