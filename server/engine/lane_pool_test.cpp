#include "server/engine/lane_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {
namespace {

void wait_until_wanted(LanePool& lanes, int lane) {
  while (!lanes.is_wanted(lane)) std::this_thread::yield();
}

TEST(LanePool, GivesEachLaneOnce) {
  LanePool lanes(3, 9);
  std::vector<int> taken;
  for (int i = 0; i < 3; ++i) taken.push_back(lanes.take(0, {}, {}));
  std::sort(taken.begin(), taken.end());
  EXPECT_EQ(taken, (std::vector{0, 1, 2}));
  lanes.give_back(1);
  EXPECT_EQ(lanes.take(0, {}, {}), 1);
}

TEST(LanePool, WhoWaitsIsToldOfTheEnd) {
  LanePool lanes(1, 9);
  lanes.take(0, {}, {});
  const auto kind_of = [&](const Deadline& deadline, bool cancelled) {
    try {
      lanes.take(0, deadline, [&] { return cancelled; });
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::internal;
  };
  EXPECT_EQ(kind_of(Deadline::after(0.01), false), ErrorKind::timeout);
  EXPECT_EQ(kind_of({}, true), ErrorKind::cancelled);
  EXPECT_FALSE(lanes.is_wanted(0)) << "nobody waits any more";
}

TEST(LanePool, TooManyThatWaitAreRefusedAtOnce) {
  LanePool lanes(1, 1);
  EXPECT_EQ(lanes.take(0, {}, {}), 0);
  auto waits = std::async(std::launch::async, [&] { return lanes.take(0, {}, {}); });
  while (lanes.load().waiting == 0) std::this_thread::yield();
  try {
    lanes.take(0, {}, {});
    FAIL() << "one may wait";
  } catch (const StatusError& error) {
    EXPECT_EQ(error.status(), 503);
  }
  EXPECT_EQ(lanes.load().refused, 1u);
  lanes.give_back(0);
  EXPECT_EQ(waits.get(), 0);
  EXPECT_EQ(lanes.load().waiting, 0u);
}

TEST(LanePool, WithoutAQueueThereAreTheLanesAlone) {
  LanePool lanes(2, 0);
  lanes.take(0, {}, {});
  lanes.take(0, {}, {});
  EXPECT_THROW(lanes.take(0, {}, {}), StatusError);
  lanes.give_back(1);
  EXPECT_EQ(lanes.take(0, {}, {}), 1);
}

TEST(LanePool, CheapOnesComeFirstOthersByArrival) {
  LanePool lanes(1, 9);
  lanes.take(0, {}, {});
  std::mutex mutex;
  std::vector<std::string> order;
  std::vector<std::thread> waiting;
  const auto wait = [&](const std::string& name, double seconds) {
    waiting.emplace_back([&, name, seconds] {
      const int lane = lanes.take(seconds, {}, {});
      {
        const std::lock_guard lock(mutex);
        order.push_back(name);
      }
      lanes.give_back(lane);
    });
    while (lanes.load().waiting < waiting.size()) std::this_thread::yield();
  };
  wait("an hour", 3600);
  wait("a minute", 60);
  wait("five seconds", 5);
  wait("a second", 1);
  lanes.give_back(0);
  for (std::thread& thread : waiting) thread.join();
  EXPECT_EQ(order, (std::vector<std::string>{"a second", "five seconds", "an hour", "a minute"}));
}

TEST(LanePool, OneLaneIsWantedForEachWhoWaits) {
  LanePool lanes(3, 9);
  for (int i = 0; i < 3; ++i) lanes.take(0, {}, {});
  for (int lane = 0; lane < 3; ++lane) EXPECT_FALSE(lanes.is_wanted(lane));
  auto waits = std::async(std::launch::async, [&] { return lanes.take(0, {}, {}); });
  wait_until_wanted(lanes, 1);
  EXPECT_TRUE(lanes.is_wanted(1)) << "until it is given back";
  EXPECT_FALSE(lanes.is_wanted(0));
  auto waits_too = std::async(std::launch::async, [&] { return lanes.take(0, {}, {}); });
  wait_until_wanted(lanes, 2);
  EXPECT_FALSE(lanes.is_wanted(0));
  lanes.give_back(1);
  lanes.give_back(2);
  EXPECT_EQ(waits.get() + waits_too.get(), 3);
  EXPECT_FALSE(lanes.is_wanted(1)) << "a new holder";
}

TEST(LanePool, AUserWithALimitLeavesLanesToOthers) {
  LanePool lanes(3, 9);
  const LaneUser ann{"ann", 2}, bo{"bo", 2};
  const int first = lanes.take(0, {}, {}, ann);
  lanes.take(0, {}, {}, ann);
  auto third = std::async(std::launch::async, [&] { return lanes.take(0, {}, {}, ann); });
  while (lanes.load().waiting == 0) std::this_thread::yield();
  const int of_bo = lanes.take(0, Deadline::after(5), {}, bo);  // passes the one that waits
  EXPECT_EQ(lanes.load().waiting, 1u);
  lanes.give_back(of_bo);
  EXPECT_EQ(third.wait_for(std::chrono::milliseconds(300)), std::future_status::timeout)
      << "a lane is free, but not for ann";
  lanes.give_back(first);
  third.get();
  EXPECT_EQ(lanes.load().running, 2u);
}

TEST(LanePool, AUserWithALimitTakesAtMostHalfOfTheQueue) {
  LanePool lanes(2, 4);
  const LaneUser ann{"ann", 1}, bo{"bo", 1};
  const int lane = lanes.take(0, {}, {}, ann);
  std::vector<std::future<int>> waiting;
  for (std::size_t i = 0; i < 2; ++i) {
    waiting.push_back(std::async(std::launch::async, [&] {
      const int its = lanes.take(0, {}, {}, ann);
      lanes.give_back(its);
      return its;
    }));
    while (lanes.load().waiting <= i) std::this_thread::yield();
  }
  EXPECT_THROW(lanes.take(0, {}, {}, ann), StatusError);
  lanes.give_back(lanes.take(0, Deadline::after(5), {}, bo));
  lanes.give_back(lane);
  for (auto& one : waiting) one.get();
}

TEST(LanePool, ALaneIsNotWantedForAUserWhoMayHaveNoMore) {
  LanePool lanes(2, 9);
  const LaneUser ann{"ann", 1}, bo{"bo", 1};
  const int of_ann = lanes.take(0, {}, {}, ann), of_bo = lanes.take(0, {}, {}, bo);
  auto waits = std::async(std::launch::async, [&] { return lanes.take(0, {}, {}, ann); });
  while (lanes.load().waiting == 0) std::this_thread::yield();
  EXPECT_FALSE(lanes.is_wanted(of_bo));
  EXPECT_TRUE(lanes.is_wanted(of_ann));
  lanes.give_back(of_ann);
  waits.get();
}

}  // namespace
}  // namespace quadrille::server
