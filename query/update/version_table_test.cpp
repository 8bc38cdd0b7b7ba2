#include "query/update/version_table.hpp"

#include <gtest/gtest.h>

namespace quadrille::query {
namespace {

TEST(VersionPins, TheOldestVersionInUseHoldsTheLowest) {
  VersionPins pins(3);
  EXPECT_EQ(pins.lowest(), 3u);
  const std::uint64_t first = pins.pin(), second = pins.pin();
  pins.announce(5);
  EXPECT_EQ(pins.pin(), 5u);
  EXPECT_EQ(pins.lowest(), 3u);
  pins.unpin(first);
  EXPECT_EQ(pins.lowest(), 3u);
  pins.unpin(second);
  EXPECT_EQ(pins.lowest(), 5u);
  pins.announce(9);
  EXPECT_EQ(pins.lowest(), 5u);
  pins.unpin(5);
  EXPECT_EQ(pins.lowest(), 9u);
}

}  // namespace
}  // namespace quadrille::query
