#include "pgas/range_allocator.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace quadrille::pgas {

TEST(RangeAllocator, RoundsUpToTheGranule) {
  RangeAllocator allocator(1024, 64);
  EXPECT_EQ(allocator.allocate(1), 0u);
  EXPECT_EQ(allocator.allocate(65), 64u);
  EXPECT_EQ(allocator.allocate(0), 192u);
  EXPECT_EQ(allocator.used_bytes(), 256u);
}

TEST(RangeAllocator, SaysNoWhenFull) {
  RangeAllocator allocator(128, 64);
  EXPECT_TRUE(allocator.allocate(128));
  EXPECT_FALSE(allocator.allocate(1));
}

TEST(RangeAllocator, FreedNeighboursMerge) {
  RangeAllocator allocator(192, 64);
  for (int piece = 0; piece < 3; ++piece) allocator.allocate(64);
  allocator.free(0);
  allocator.free(128);
  EXPECT_EQ(allocator.largest_free_bytes(), 64u);
  allocator.free(64);
  EXPECT_EQ(allocator.largest_free_bytes(), 192u);
  EXPECT_EQ(allocator.allocate(192), 0u);
}

TEST(RangeAllocator, PiecesNeverOverlapAndAllComesBack) {
  constexpr std::size_t kCapacity = 1 << 16;
  RangeAllocator allocator(kCapacity, 16);
  std::mt19937 random(7);
  std::vector<std::pair<std::size_t, std::size_t>> held;
  std::vector<bool> taken(kCapacity);
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2) {
      const std::size_t bytes = 1 + random() % 900;
      if (const auto offset = allocator.allocate(bytes)) {
        for (std::size_t at = *offset; at < *offset + bytes; ++at) {
          ASSERT_FALSE(taken[at]);
          taken[at] = true;
        }
        held.emplace_back(*offset, bytes);
      }
    } else if (!held.empty()) {
      std::swap(held[random() % held.size()], held.back());
      const auto [offset, bytes] = held.back();
      held.pop_back();
      for (std::size_t at = offset; at < offset + bytes; ++at) taken[at] = false;
      allocator.free(offset);
    }
  }
  for (const auto& [offset, bytes] : held) allocator.free(offset);
  EXPECT_EQ(allocator.used_bytes(), 0u);
  EXPECT_EQ(allocator.largest_free_bytes(), kCapacity);
}

}  // namespace quadrille::pgas
