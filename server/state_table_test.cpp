#include "server/state_table.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {
namespace {

TEST(StatePins, TheOldestStateInUseHoldsTheLowest) {
  StatePins pins({1, 3});
  EXPECT_EQ(pins.lowest(), (StateId{1, 3}));
  const StateId first = pins.pin(), second = pins.pin();
  pins.announce({1, 5});
  EXPECT_EQ(pins.pin(), (StateId{1, 5}));
  EXPECT_EQ(pins.lowest(), (StateId{1, 3}));
  pins.unpin(first);
  EXPECT_EQ(pins.lowest(), (StateId{1, 3}));
  pins.unpin(second);
  EXPECT_EQ(pins.lowest(), (StateId{1, 5}));
  pins.announce({2, 5});
  EXPECT_EQ(pins.lowest(), (StateId{1, 5}));
  pins.unpin({1, 5});
  EXPECT_EQ(pins.lowest(), (StateId{2, 5}));
}

TEST(StatePins, ANewGenerationOfTheSameVersionIsAbove) {
  EXPECT_LT((StateId{1, 9}), (StateId{2, 9}));
}

}  // namespace
}  // namespace quadrille::server
