#include "base/small_blocks.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace quadrille {
namespace {

// Like `new`: if the region has no space, the memory comes from elsewhere.
struct Taken {
  unsigned char* block;
  std::size_t bytes;
  unsigned char filled_with;
};

bool is_whole(const Taken& taken) {
  return std::all_of(taken.block, taken.block + taken.bytes, [&](unsigned char c) { return c == taken.filled_with; });
}

Taken take(std::size_t bytes, unsigned char fill) {
  auto* const block = static_cast<unsigned char*>(SmallBlocks::take(bytes));
  if (block != nullptr) std::memset(block, fill, bytes);
  return {block, bytes, fill};
}

TEST(SmallBlocks, BlocksOfAllSizesAreApartAndAligned) {
  std::vector<Taken> all;
  for (std::size_t bytes = 0; bytes <= SmallBlocks::kLargest; ++bytes) {
    all.push_back(take(bytes, static_cast<unsigned char>(bytes % 251)));
    ASSERT_NE(all.back().block, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all.back().block) % 16, 0u);
    EXPECT_GE(SmallBlocks::size_of(all.back().block), bytes);
    EXPECT_LE(SmallBlocks::size_of(all.back().block), bytes + bytes / 4 + 16);
  }
  for (const Taken& taken : all) {
    EXPECT_TRUE(is_whole(taken));
    EXPECT_TRUE(SmallBlocks::give(taken.block));
  }
}

TEST(SmallBlocks, WhatIsLargeOrOfOthersIsNotFromHere) {
  EXPECT_EQ(SmallBlocks::take(SmallBlocks::kLargest + 1), nullptr);
  EXPECT_EQ(SmallBlocks::take(~std::size_t{0}), nullptr);
  alignas(16) char here[16] = {};
  EXPECT_FALSE(SmallBlocks::give(here));
  EXPECT_FALSE(SmallBlocks::give(nullptr));
  EXPECT_EQ(SmallBlocks::size_of(here), 0u);
}

TEST(SmallBlocks, ABlockGivenBackIsTakenAgain) {
  void* const first = SmallBlocks::take(100);
  SmallBlocks::give(first);
  void* const second = SmallBlocks::take(100);
  EXPECT_EQ(second, first);
  SmallBlocks::give(second);
}

TEST(SmallBlocks, TheRegionEndsAndAllOfItComesBack) {
  for (int round = 0; round < 3; ++round) {
    std::vector<void*> all;
    while (void* const block = SmallBlocks::take(4096)) all.push_back(block);
    EXPECT_LE(all.size(), SmallBlocks::kRegionBytes / 4096);
    EXPECT_GE(all.size(), SmallBlocks::kRegionBytes / 4096 / 2);
    EXPECT_EQ(std::set<void*>(all.begin(), all.end()).size(), all.size());
    for (void* const block : all) SmallBlocks::give(block);
  }
}

TEST(SmallBlocks, AThreadThatOnlyGivesKeepsSomeAndLeavesThem) {
  std::vector<void*> all;
  for (int i = 0; i < 300; ++i) all.push_back(SmallBlocks::take(4096));
  std::thread([&] {
    for (void* const block : all) SmallBlocks::give(block);
    void* const last = SmallBlocks::take(4096);
    EXPECT_EQ(last, all.back());
    SmallBlocks::give(last);
  }).join();
  const std::set<void*> given(all.begin(), all.end());
  std::size_t again = 0;
  for (void*& block : all) again += given.contains(block = SmallBlocks::take(4096));
  EXPECT_GT(again, all.size() / 2) << "what the thread had is for all when it has ended";
  for (void* const block : all) SmallBlocks::give(block);
}

TEST(SmallBlocks, ThreadsGiveWhatOthersTook) {
  constexpr int kThreads = 4, kRounds = 20;
  std::vector<std::vector<Taken>> held(kThreads);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::thread> threads;
    for (int number = 0; number < kThreads; ++number) {
      threads.emplace_back([&, number] {
        std::mt19937 random(static_cast<unsigned>(100 * round + number));
        for (const Taken& taken : held[number]) {
          EXPECT_TRUE(is_whole(taken));
          SmallBlocks::give(taken.block);
        }
        held[number].clear();
        for (int i = 0; i < 2000; ++i) {
          const Taken taken = take(random() % 600, static_cast<unsigned char>(random()));
          if (taken.block != nullptr) held[number].push_back(taken);
          if (random() % 3 == 0 && !held[number].empty()) {
            EXPECT_TRUE(is_whole(held[number].back()));
            SmallBlocks::give(held[number].back().block);
            held[number].pop_back();
          }
        }
      });
    }
    for (auto& thread : threads) thread.join();
    std::rotate(held.begin(), held.begin() + 1, held.end());
  }
  for (const auto& of_one : held) {
    for (const Taken& taken : of_one) SmallBlocks::give(taken.block);
  }
}

TEST(SmallBlocks, AChildOfForkTakesBlocksWhileThreadsOfTheParentDid) {
  std::vector<std::thread> threads;
  std::atomic<bool> ended = false;
  for (int number = 0; number < 2; ++number) {
    threads.emplace_back([&] {
      while (!ended) {
        std::vector<void*> some;
        for (int i = 0; i < 600; ++i) some.push_back(SmallBlocks::take(48));
        for (void* const block : some) SmallBlocks::give(block);
      }
    });
  }
  for (int round = 0; round < 50; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      for (int i = 0; i < 2000; ++i) SmallBlocks::take(48);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  ended = true;
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace quadrille
