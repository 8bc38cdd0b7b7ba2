#include "query/plan/order/join_order.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/clock.hpp"
#include "query/plan/order/dictated_orders.hpp"
#include "query/plan/order/testing/join_table.hpp"

namespace quadrille::query {
namespace {

using testing::join_table;

// Tables x0 x1, x1 x2, ... of different sizes, in no order.
std::vector<JoinPart> chain(std::size_t length) {
  std::vector<JoinPart> parts;
  for (std::size_t place = 0; place < length; ++place) {
    const auto link = static_cast<VariableId>(place * 7919 % length);
    parts.push_back(join_table(10 + static_cast<double>(place % 13), {link, link + 1}));
  }
  return parts;
}

void expect_no_products(const std::vector<JoinPart>& parts, const std::vector<JoinStep>& steps) {
  ASSERT_EQ(steps.size(), parts.size());
  VariableSet bound = parts[steps.front().part].variables;
  std::set<std::size_t> joined{steps.front().part};
  for (std::size_t place = 1; place < steps.size(); ++place) {
    const VariableSet& next = parts[steps[place].part].variables;
    EXPECT_TRUE(bound.meets(next)) << "step " << place;
    bound.add(next);
    EXPECT_TRUE(joined.insert(steps[place].part).second) << "each part once";
  }
}

}  // namespace

TEST(JoinOrder, TheFewestRowsAreBuiltAndTheMostComePast) {
  const std::vector<JoinPart> parts{join_table(1000, {0, 1}), join_table(5, {1, 2})};
  const auto steps = order_joins(parts);
  EXPECT_EQ(steps[1].method, steps[0].part == 0 ? JoinMethod::hash : JoinMethod::hash_back);
}

TEST(JoinOrder, PartsThatShareAVariableComeBeforeProducts) {
  for (const std::size_t length : {2u, 5u, 7u, 8u, 50u, 100u, 101u, 1000u}) {
    SCOPED_TRACE(length);
    const auto parts = chain(length);
    expect_no_products(parts, order_joins(parts));
  }
}

// Two pairs of large tables. The tables of a pair have few common values; the pairs meet in a variable of ten values.
TEST(JoinOrder, BranchesAreJoinedWithEachOtherWhereThatCostsLess) {
  std::vector<JoinPart> parts{join_table(1e6, {0, 1}), join_table(1e6, {1, 2}), join_table(1e6, {2, 3}),
                              join_table(1e6, {3, 4})};
  for (JoinPart& part : parts) {
    for (const VariableId variable : part.variables.list()) part.estimate.set_distinct(variable, 1e6, 1e6);
  }
  for (const std::size_t part : {0u, 1u}) parts[part].estimate.set_distinct(1, 1e6, 1e9);
  for (const std::size_t part : {2u, 3u}) parts[part].estimate.set_distinct(3, 1e6, 1e9);
  for (const std::size_t part : {1u, 2u}) parts[part].estimate.set_distinct(2, 10, 10);
  const auto in_a_row = order_joins(parts);
  for (const JoinStep& step : in_a_row) EXPECT_EQ(step.branch, nullptr);
  const auto with_branches = order_joins(parts, {}, {}, nullptr, {}, JoinEffort::with_branches);
  EXPECT_LT(with_branches.back().cost, in_a_row.back().cost);
  ASSERT_NE(with_branches.back().branch, nullptr);
  EXPECT_EQ(with_branches.back().branch->size(), 2u);
  const std::vector<std::vector<JoinStep>> copied = orders_of(to_bytes({with_branches}));
  ASSERT_NE(copied.front().back().branch, nullptr);
  EXPECT_EQ(copied.front().back().branch->back().part, with_branches.back().branch->back().part);
  for (JoinPart& part : parts) part.estimate.rows = 10;
  EXPECT_EQ(order_joins(parts, {}, {}, nullptr, {}, JoinEffort::with_branches).back().branch, nullptr)
      << "not worth a search";
}

TEST(JoinOrder, WhatHasNothingInCommonIsJoinedAllTheSame) {
  std::vector<JoinPart> parts = chain(200);
  for (VariableId variable = 1000; variable < 1010; ++variable) parts.push_back(join_table(3, {variable}));
  const auto steps = order_joins(parts);
  std::set<std::size_t> joined;
  for (const JoinStep& step : steps) joined.insert(step.part);
  EXPECT_EQ(joined.size(), parts.size());
}

TEST(JoinOrder, EstimatesOfProductsStayNumbers) {
  std::vector<JoinPart> parts;
  for (VariableId variable = 0; variable < 200; ++variable) parts.push_back(join_table(2500, {variable}));
  const auto steps = order_joins(parts);
  EXPECT_EQ(steps.back().rows, kMostEstimatedRows);
  EXPECT_LT(steps.back().cost, 1e110);
}

TEST(JoinOrder, ThousandsOfPartsAreNoMatter) {
  const Stopwatch watch;
  EXPECT_EQ(order_joins(chain(10'000)).size(), 10'000u);
  std::vector<JoinPart> star;
  for (VariableId variable = 1; variable <= 5'000; ++variable) star.push_back(join_table(variable, {0, variable}));
  expect_no_products(star, order_joins(star));
  EXPECT_LT(watch.seconds(), 30);  // 1 s, on a machine that has nothing else to do
}

TEST(JoinOrder, IsInterruptedAtAnyStep) {
  int looks = 0;
  const auto look = [&] {
    if (++looks == 10) throw 10;
  };
  EXPECT_THROW(order_joins(chain(1000), {}, look), int);
}

}  // namespace quadrille::query
