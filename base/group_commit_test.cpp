#include "base/group_commit.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace quadrille {
namespace {

struct Work {
  int thread = 0;
  int number = 0;
};

TEST(GroupCommit, EveryWorkIsCommittedOnceAndInOrder) {
  constexpr int kThreads = 8, kEach = 2000;
  std::vector<int> next(kThreads, 0);
  std::atomic<int> running = 0;
  int commits = 0;
  GroupCommit<Work> group(
      [&](std::span<Work* const> works) {
        EXPECT_EQ(running.fetch_add(1), 0);
        EXPECT_LE(works.size(), 5);
        ++commits;
        for (const Work* work : works) EXPECT_EQ(work->number, next[static_cast<std::size_t>(work->thread)]++);
        running.fetch_sub(1);
      },
      5);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int number = 0; number < kEach; ++number) {
        Work work{thread, number};
        group.submit(work);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const int count : next) EXPECT_EQ(count, kEach);
  EXPECT_LE(commits, kThreads * kEach);
  EXPECT_EQ(group.waiting(), 0);
}

TEST(GroupCommit, WhoComesDuringACommitSharesTheNext) {
  std::atomic<bool> first_runs = false, go_on = false;
  std::vector<std::size_t> sizes;
  GroupCommit<Work> group([&](std::span<Work* const> works) {
    sizes.push_back(works.size());
    first_runs = true;
    while (!go_on) std::this_thread::yield();
  });
  std::vector<std::thread> threads;
  const auto submit = [&] {
    Work work;
    group.submit(work);
  };
  threads.emplace_back(submit);
  while (!first_runs) std::this_thread::yield();
  for (int i = 0; i < 6; ++i) threads.emplace_back(submit);
  while (group.waiting() < 6) std::this_thread::yield();
  go_on = true;
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(sizes, (std::vector<std::size_t>{1, 6}));
}

TEST(GroupCommit, AnErrorGoesToAllOfItsCommitAndNoFurther) {
  GroupCommit<Work> group([](std::span<Work* const> works) {
    for (const Work* work : works)
      if (work->number == 1) throw std::runtime_error("full");
  });
  Work bad{0, 1}, good{0, 2};
  EXPECT_THROW(group.submit(bad), std::runtime_error);
  EXPECT_NO_THROW(group.submit(good));
}

}  // namespace
}  // namespace quadrille
