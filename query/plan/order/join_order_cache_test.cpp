#include "query/plan/order/join_order_cache.hpp"

#include <gtest/gtest.h>

#include "query/plan/order/dictated_orders.hpp"

namespace quadrille::query {
namespace {

JoinPart table(double rows, std::vector<VariableId> variables) {
  JoinPart part;
  part.estimate.rows = rows;
  for (const VariableId variable : variables) part.variables.add(variable);
  return part;
}

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
  EXPECT_FALSE(finds(kept, {{table(100, {0}), table(5000, {0, 1})}}));
  EXPECT_TRUE(finds(kept, {{table(100, {0}), table(5000, {0, 1})}}));
  EXPECT_TRUE(finds(kept, {{table(1000, {0}), table(500, {0, 1})}}));
  EXPECT_FALSE(finds(kept, {{table(1001, {0}), table(5000, {0, 1})}}));
  EXPECT_FALSE(finds(kept, {{table(9, {0}), table(5000, {0, 1})}}));
}

TEST(JoinOrderCache, NothingIsLikeNothingAlone) {
  JoinOrderCache kept;
  finds(kept, {{table(0, {0}), table(1, {0, 1})}});
  EXPECT_FALSE(finds(kept, {{table(1, {0}), table(1, {0, 1})}}));
  EXPECT_TRUE(finds(kept, {{table(0, {0}), table(5, {0, 1})}}));
}

TEST(JoinOrderCache, BothOrdersOfALightAndAHeavyConstantAreKept) {
  JoinOrderCache kept;
  const std::vector<JoinPart> light{table(3, {0}), table(1000, {0, 1})}, heavy{table(90000, {0}), table(1000, {0, 1})};
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
  const std::vector<JoinPart> parts{table(100, {0}), table(100, {0, 1})};
  finds(kept, {parts});
  EXPECT_FALSE(finds(kept, {parts, parts})) << "the second group of the query";
  EXPECT_FALSE(finds(kept, {{table(100, {1}), table(100, {0, 1})}})) << "other variables";
  EXPECT_FALSE(finds(kept, {{table(100, {0}), table(100, {0, 1}), table(100, {0})}})) << "more parts";
}

TEST(JoinOrderCache, TheOldestGo) {
  JoinOrderCache kept;
  for (std::size_t number = 0; number <= JoinOrderCache::kMost; ++number) {
    finds(kept, {{table(1, {0}), table(1, {static_cast<VariableId>(number)})}});
  }
  EXPECT_TRUE(finds(kept, {{table(1, {0}), table(1, {static_cast<VariableId>(JoinOrderCache::kMost)})}}));
  EXPECT_FALSE(finds(kept, {{table(1, {0}), table(1, {0})}}));
}

TEST(JoinOrderCache, WhatOnePlannerTookIsDictatedToOthers) {
  JoinOrderCache kept;
  const std::vector<std::vector<JoinPart>> groups{
      {table(100, {0}), table(5000, {0, 1}), table(70, {1})}, {table(9, {2})}, {table(3, {0}), table(4, {0, 1})}};
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
        EXPECT_EQ(steps[step].estimate.rows, made[step].estimate.rows);
        EXPECT_EQ(steps[step].estimate.distinct_of(1), made[step].estimate.distinct_of(1));
        EXPECT_EQ(steps[step].estimate.domain_of(1), made[step].estimate.domain_of(1));
      }
    }
  }
}

}  // namespace
}  // namespace quadrille::query
