#include "base/consecutive_shares.hpp"

#include <gtest/gtest.h>

namespace quadrille {
namespace {

TEST(ConsecutiveShares, HoldEveryItemOnceInOrder) {
  for (int takers = 1; takers <= 20; ++takers) {
    for (std::uint64_t items = 1; items <= 50; ++items) {
      EXPECT_EQ(share_begin(0, items, takers), 0u);
      EXPECT_EQ(share_begin(takers, items, takers), items);
      for (int taker = 0; taker < takers; ++taker) {
        const std::uint64_t begin = share_begin(taker, items, takers), end = share_begin(taker + 1, items, takers);
        ASSERT_LE(begin, end);
        for (std::uint64_t item = begin; item < end; ++item) ASSERT_EQ(taker_of(item, items, takers), taker);
      }
    }
  }
}

TEST(ConsecutiveShares, DifferByOneAtMost) {
  for (const auto& [items, takers] : {std::pair<std::uint64_t, int>(10, 4), {3, 7}, {64, 6}, {5, 5}}) {
    for (int taker = 0; taker < takers; ++taker) {
      const std::uint64_t size = share_begin(taker + 1, items, takers) - share_begin(taker, items, takers);
      EXPECT_GE(size, items / static_cast<std::uint64_t>(takers));
      EXPECT_LE(size, items / static_cast<std::uint64_t>(takers) + 1);
    }
  }
}

}  // namespace
}  // namespace quadrille
