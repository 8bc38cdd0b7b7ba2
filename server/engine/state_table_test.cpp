#include "server/engine/state_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quadrille::server {
namespace {

template <class State>
concept GivesReferences = requires(State state) {
  std::forward<State>(state).snapshot();
  std::forward<State>(state).dictionary();
};

TEST(ServedState, ReferencesAreOfAHolderThatStays) {
  static_assert(GivesReferences<const ServedState&>);
  static_assert(!GivesReferences<ServedState>);
  static_assert(!GivesReferences<const ServedState>);
}

TEST(ServedState, TheLevelsGoBeforeTheGeneration) {
  std::vector<std::string> gone;
  const auto make = [&gone] {
    return ServedState{{nullptr, [&gone](ServedGeneration*) { gone.push_back("generation"); }},
                       {nullptr, [&gone](const query::DatasetState*) { gone.push_back("levels"); }}};
  };
  make();
  EXPECT_THAT(gone, testing::ElementsAre("levels", "generation"));
  gone.clear();
  ServedState state = make();
  state = {};
  EXPECT_THAT(gone, testing::ElementsAre("levels", "generation"));
}

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
