#include "server/access/login_delays.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace quadrille::server {

namespace {

const NetworkAddress kHere = NetworkAddress::parse("192.0.2.1").value(),
                     kThere = NetworkAddress::parse("192.0.2.2").value();

using Outcome = LoginDelays::Outcome;

// An attempt that ends at once; returns false if it must wait.
bool attempt(LoginDelays& delays, const std::string& name, const NetworkAddress& address, double now,
             Outcome outcome = Outcome::failed) {
  if (delays.begin(name, address, now) > 0) return false;
  delays.end(name, address, outcome, now);
  return true;
}

// The seconds that an attempt would wait.
double wait_of(LoginDelays& delays, const std::string& name, const NetworkAddress& address, double now) {
  const double wait = delays.begin(name, address, now);
  if (wait == 0) delays.end(name, address, Outcome::unknown, now);
  return wait;
}

}  // namespace

TEST(LoginDelays, FiveFailuresOfANameAreFree) {
  LoginDelays delays;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(attempt(delays, "ann", kHere, 100));
  EXPECT_EQ(wait_of(delays, "ann", kThere, 100), 1);
  EXPECT_EQ(wait_of(delays, "ann", kThere, 100.5), 0.5);
  EXPECT_EQ(wait_of(delays, "ann", kThere, 101), 0);
  EXPECT_EQ(wait_of(delays, "bo", kHere, 100), 0);
}

TEST(LoginDelays, TheDelayDoublesUpToALimit) {
  LoginDelays delays;
  double now = 100;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(attempt(delays, "ann", kHere, now));
  for (const double delay : {1, 2, 4, 8, 16, 30, 30}) {
    EXPECT_EQ(wait_of(delays, "ann", kThere, now), delay);
    now += delay;
    EXPECT_TRUE(attempt(delays, "ann", kThere, now));
  }
  now = 100;
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(attempt(delays, "name" + std::to_string(i), kThere, now + 1000));
  now += 1000;
  for (const double delay : {1, 2, 4, 8, 16, 32, 60, 60}) {
    EXPECT_EQ(wait_of(delays, "other", kThere, now), delay);
    now += delay;
    EXPECT_TRUE(attempt(delays, "other" + std::to_string(now), kThere, now));
  }
}

TEST(LoginDelays, ASuccessForgetsTheNameAndTimeForgetsBoth) {
  LoginDelays delays;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(attempt(delays, "ann", kHere, 100));
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(attempt(delays, "bo", kHere, 100));
  EXPECT_TRUE(attempt(delays, "ann", kThere, 101, Outcome::succeeded));
  EXPECT_EQ(wait_of(delays, "ann", kThere, 101), 0);
  EXPECT_EQ(wait_of(delays, "bo", kThere, 100), 1);
  EXPECT_EQ(wait_of(delays, "zoe", kHere, 100), 1);  // the address is as before
  EXPECT_EQ(wait_of(delays, "bo", kHere, 100 + 16 * 60), 0);
}

TEST(LoginDelays, WhenADelayHasPassedOneAttemptIsMadeAtATime) {
  LoginDelays delays;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(attempt(delays, "ann", kHere, 100));
  EXPECT_EQ(delays.begin("ann", kHere, 102), 0);
  for (const NetworkAddress& address : {kHere, kThere}) EXPECT_EQ(delays.begin("ann", address, 102), 1);
  delays.end("ann", kHere, Outcome::failed, 102.5);
  EXPECT_EQ(wait_of(delays, "ann", kThere, 102.5), 2);
  // An attempt that could not be made (the server is busy) is no failure.
  EXPECT_EQ(delays.begin("ann", kHere, 105), 0);
  delays.end("ann", kHere, Outcome::unknown, 105);
  EXPECT_EQ(wait_of(delays, "ann", kThere, 105), 0);
  // The same by address.
  for (int i = 0; i < 10; ++i) attempt(delays, "eve" + std::to_string(i), kThere, 100);
  EXPECT_EQ(delays.begin("eve", kThere, 200), 0);
  EXPECT_EQ(delays.begin("zoe", kThere, 200), 1);
}

TEST(LoginDelays, TheTablesAreBounded) {
  LoginDelays delays;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(attempt(delays, "first", kThere, 100));
  EXPECT_EQ(wait_of(delays, "first", kThere, 100), 1);
  for (std::size_t i = 0; i < LoginDelays::kMostEntries; ++i) {
    const auto address = NetworkAddress::parse(fmt::format("10.1.{}.{}", i / 250, i % 250)).value();
    EXPECT_TRUE(attempt(delays, "name" + std::to_string(i), address, 100));
  }
  EXPECT_EQ(wait_of(delays, "first", NetworkAddress(), 100), 0);
}

}  // namespace quadrille::server
