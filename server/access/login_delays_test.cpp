#include "server/access/login_delays.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

namespace {

const NetworkAddress kHere = NetworkAddress::parse("192.0.2.1").value(),
                     kThere = NetworkAddress::parse("192.0.2.2").value();

}  // namespace

TEST(LoginDelays, FiveFailuresOfANameAreFree) {
  LoginDelays delays;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(delays.wait_seconds("ann", kHere, 100), 0);
    delays.failed("ann", kHere, 100);
  }
  EXPECT_EQ(delays.wait_seconds("ann", kThere, 100), 1);
  EXPECT_EQ(delays.wait_seconds("ann", kThere, 100.5), 0.5);
  EXPECT_EQ(delays.wait_seconds("ann", kThere, 101), 0);
  EXPECT_EQ(delays.wait_seconds("bo", kHere, 100), 0);
}

TEST(LoginDelays, TheDelayDoublesUpToALimit) {
  LoginDelays delays;
  double now = 100, last = 0;
  for (int i = 0; i < 5; ++i) delays.failed("ann", kHere, now);
  for (const double delay : {1, 2, 4, 8, 16}) {
    EXPECT_EQ(delays.wait_seconds("ann", kThere, now), delay);
    now += delay;
    delays.failed("ann", kHere, now);
  }
  for (int i = 0; i < 2000; ++i) delays.failed("ann", kHere, now);
  EXPECT_EQ(delays.wait_seconds("ann", kThere, now), 30);
  EXPECT_EQ(delays.wait_seconds("other", kHere, now), 60);
  EXPECT_EQ(last, 0);
}

TEST(LoginDelays, ASuccessForgetsTheNameAndTimeForgetsBoth) {
  LoginDelays delays;
  for (int i = 0; i < 20; ++i) delays.failed("ann", kHere, 100);
  delays.succeeded("ann");
  EXPECT_EQ(delays.wait_seconds("ann", kThere, 100), 0);
  EXPECT_GT(delays.wait_seconds("ann", kHere, 100), 0);
  EXPECT_EQ(delays.wait_seconds("ann", kHere, 100 + 16 * 60), 0);
}

TEST(LoginDelays, TheTablesAreBounded) {
  LoginDelays delays;
  for (int i = 0; i < 10; ++i) delays.failed("first", kThere, 100);
  for (std::size_t i = 0; i < LoginDelays::kMostEntries; ++i) delays.failed("name" + std::to_string(i), kHere, 100);
  EXPECT_EQ(delays.wait_seconds("first", NetworkAddress(), 100), 0);
}

}  // namespace quadrille::server
