#include "query/plan/order/arrangement.hpp"

#include <gtest/gtest.h>

namespace quadrille::query {
namespace {

constexpr VariableId kX = 1, kY = 2, kZ = 3;

using Variables = std::vector<VariableId>;

VariableSet set(Variables variables) {
  VariableSet all;
  for (const VariableId variable : variables) all.add(variable);
  return all;
}

const Arrangement kLeft{set({kX}), set({kY})}, kPart{set({kY, kZ}), set({kZ})};

Variables spread_by(JoinMethod method, bool is_copied) {
  return arranged_by(method, kLeft, kPart, set({kY}), is_copied, true).spread_by.list();
}

TEST(Arrangement, RowsMeetByTheCommonVariables) {
  EXPECT_EQ(spread_by(JoinMethod::hash, false), Variables{kY});
  EXPECT_EQ(spread_by(JoinMethod::hash_back, false), Variables{kY});
  EXPECT_EQ(spread_by(JoinMethod::index_join, false), Variables{kY});
}

TEST(Arrangement, TheOtherSideOfASmallTableStays) {
  EXPECT_EQ(spread_by(JoinMethod::hash, true), Variables{kX});
  EXPECT_EQ(spread_by(JoinMethod::hash_back, true), (Variables{kY, kZ}));
  EXPECT_EQ(spread_by(JoinMethod::index_join, true), Variables{kY}) << "nothing is built";
}

TEST(Arrangement, TestedRowsStay) {
  EXPECT_EQ(spread_by(JoinMethod::semi_join, false), Variables{kX});
  EXPECT_EQ(arranged_by(JoinMethod::semi_join, kLeft, kPart, set({kY}), false, true).sorted_by.list(), Variables{kY});
}

TEST(Arrangement, NothingMovesOnOneImage) {
  EXPECT_EQ(arranged_by(JoinMethod::hash, kLeft, kPart, set({kY}), false, false).spread_by.list(), Variables{kX});
}

TEST(Arrangement, AHashJoinKeepsTheOrderOfTheStreamedSide) {
  EXPECT_EQ(arranged_by(JoinMethod::hash, kLeft, kPart, set({kY}), false, true).sorted_by.list(), Variables{kY});
  EXPECT_EQ(arranged_by(JoinMethod::hash_back, kLeft, kPart, set({kY}), false, true).sorted_by.list(), Variables{kZ});
}

TEST(Arrangement, ALookUpKeepsTheOrderOfItsOnlyKey) {
  const auto sorted_by = [](Variables common) {
    return arranged_by(JoinMethod::index_join, kLeft, kPart, set(std::move(common)), false, true).sorted_by.list();
  };
  EXPECT_EQ(sorted_by({kY}), Variables{kY});
  EXPECT_EQ(sorted_by({kX}), Variables{}) << "not sorted by it";
  EXPECT_EQ(sorted_by({kY, kZ}), Variables{}) << "two keys";
}

}  // namespace
}  // namespace quadrille::query
