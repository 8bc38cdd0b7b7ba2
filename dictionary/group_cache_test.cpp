#include "dictionary/group_cache.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace quadrille {
namespace {

GroupCache::Group group_of(std::size_t bytes, char letter) {
  return std::make_shared<const std::string>(bytes, letter);
}

TEST(GroupCache, FindsWhatWasKept) {
  GroupCache cache(nullptr, 1 << 20);
  EXPECT_EQ(cache.find(7), nullptr);
  const auto group = group_of(100, 'a');
  cache.keep(7, group);
  EXPECT_EQ(cache.find(7), group);
  cache.keep(7, group_of(100, 'b'));
  EXPECT_EQ(cache.find(7), group) << "the first stays";
  EXPECT_EQ(cache.used_bytes(), 100u);
}

TEST(GroupCache, WhatWasUsedLongestAgoGoesFirst) {
  GroupCache cache(nullptr, 1000);
  for (const std::uint64_t id : {16, 32, 48}) cache.keep(id, group_of(300, 'a'));
  EXPECT_NE(cache.find(16), nullptr);
  cache.keep(64, group_of(300, 'b'));
  EXPECT_EQ(cache.find(32), nullptr);
  EXPECT_NE(cache.find(16), nullptr);
  EXPECT_NE(cache.find(48), nullptr);
  EXPECT_NE(cache.find(64), nullptr);
  EXPECT_EQ(cache.used_bytes(), 900u);
}

TEST(GroupCache, WhatIsLargerThanTheCacheIsNotKept) {
  GroupCache cache(nullptr, 1000);
  cache.keep(16, group_of(300, 'a'));
  cache.keep(32, group_of(1001, 'b'));
  EXPECT_EQ(cache.find(32), nullptr);
  EXPECT_NE(cache.find(16), nullptr);
}

TEST(GroupCache, ASmallCacheHasOneSegment) {
  constexpr std::size_t kMegabyte = 1 << 20;
  GroupCache small(nullptr, 3 * kMegabyte), large(nullptr);
  small.keep(1, group_of(3 * kMegabyte, 'a'));
  EXPECT_NE(small.find(1), nullptr);
  large.keep(1, group_of(3 * kMegabyte, 'a'));
  EXPECT_EQ(large.find(1), nullptr) << "more than a segment";
  for (std::uint64_t id = 16; id <= 64; id += 16) large.keep(id, group_of(kMegabyte, 'b'));
  EXPECT_EQ(large.find(16), nullptr) << "ids of one segment are 16 apart";
  EXPECT_NE(large.find(64), nullptr);
}

TEST(GroupCache, WantsNoMoreThanTheVocabularyNeeds) {
  EXPECT_EQ(GroupCache::wanted_bytes_for(0), 0u);
  EXPECT_EQ(GroupCache::wanted_bytes_for(8000), 9000u);
  EXPECT_EQ(GroupCache::wanted_bytes_for(std::uint64_t{1} << 40), GroupCache::kWantedBytes);
  GroupCache cache(nullptr, GroupCache::wanted_bytes_for(5 * 30'000));
  for (std::uint64_t id = 1; id <= 5; ++id) cache.keep(id, group_of(30'000, 'a'));
  for (std::uint64_t id = 1; id <= 5; ++id) EXPECT_NE(cache.find(id), nullptr);
}

TEST(GroupCache, ALowerLimitHoldsAtOnce) {
  GroupCache cache(nullptr, 16 * 1000);
  for (std::uint64_t id = 1; id <= 160; ++id) cache.keep(id, group_of(100, 'a'));
  EXPECT_EQ(cache.used_bytes(), 16'000u);
  cache.limit(16 * 300);
  EXPECT_EQ(cache.used_bytes(), 16 * 300u);
  EXPECT_NE(cache.find(160), nullptr) << "the last ones stay";
}

TEST(GroupCache, ManyThreadsUseIt) {
  GroupCache cache(nullptr, 16 * 5000);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&cache] {
      for (std::uint64_t step = 0; step < 20'000; ++step) {
        const std::uint64_t id = step * 7919 % 500;
        const auto found = cache.find(id);
        if (found) {
          ASSERT_EQ(found->front(), static_cast<char>('a' + id % 26));
        } else {
          cache.keep(id, group_of(100 + id, static_cast<char>('a' + id % 26)));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(cache.used_bytes(), 16u * 5000);
}

}  // namespace
}  // namespace quadrille
