#include "server/lane_pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <thread>
#include <vector>

#include "base/error.hpp"

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

}  // namespace
}  // namespace quadrille::server
