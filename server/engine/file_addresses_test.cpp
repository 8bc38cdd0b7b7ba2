#include "server/engine/file_addresses.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace quadrille::server {
namespace {

using Used = FileAddresses::Used;

std::uintptr_t gap(const std::vector<Used>& used, std::uint64_t bytes) {
  return FileAddresses::first_gap(used, 1000, 2000, bytes);
}

TEST(FileAddresses, TheFirstGapIsTakenThatIsLargeEnough) {
  EXPECT_EQ(gap({}, 1000), 1000u);
  EXPECT_EQ(gap({}, 1001), 0u);
  EXPECT_EQ(gap({{1000, 100}}, 100), 1100u);
  EXPECT_EQ(gap({{1300, 100}, {1100, 100}}, 100), 1000u);
  EXPECT_EQ(gap({{1300, 100}, {1100, 100}}, 101), 1400u);
  EXPECT_EQ(gap({{1100, 100}, {1150, 300}, {1100, 50}}, 200), 1450u);
  EXPECT_EQ(gap({{1000, 1000}}, 1), 0u);
  EXPECT_EQ(gap({{1000, 900}}, 100), 1900u);
}

}  // namespace
}  // namespace quadrille::server
