#include "server/operations/recent_lines.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

TEST(RecentLines, TheLastOnesAreKept) {
  for (std::size_t i = 0; i < 2 * kMostRecentLines; ++i) remember_line(std::to_string(i));
  EXPECT_EQ(recent_lines(10'000).size(), kMostRecentLines);
  EXPECT_EQ(recent_lines(2), (std::vector<std::string>{"1998", "1999"}));
  EXPECT_TRUE(recent_lines(0).empty());
}

}  // namespace quadrille::server
