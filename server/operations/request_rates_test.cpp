#include "server/operations/request_rates.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace quadrille::server {

TEST(RequestRates, ASenderHasABurstAndThenTheRate) {
  RequestRates rates(20);  // a burst of 40
  for (int i = 0; i < 40; ++i) EXPECT_EQ(rates.take("ann", 100), 0) << i;
  EXPECT_DOUBLE_EQ(rates.take("ann", 100), 0.05);
  EXPECT_EQ(rates.take("bo", 100), 0);  // has his own
  EXPECT_EQ(rates.take("ann", 100.06), 0);
  EXPECT_GT(rates.take("ann", 100.06), 0);
  int taken = 0;
  for (int i = 0; i < 1000; ++i) taken += rates.take("ann", 101 + i * 0.01) == 0;  // ten seconds
  EXPECT_NEAR(taken, 19 + 200, 2);
}

TEST(RequestRates, ASlowRateStillAllowsAFewAtOnce) {
  RequestRates rates(0.5);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(rates.take("ann", 0), 0);
  EXPECT_DOUBLE_EQ(rates.take("ann", 0), 2);
  EXPECT_EQ(rates.take("ann", 2), 0);
}

TEST(RequestRates, WithoutARateThereIsNoLimit) {
  RequestRates rates(0);
  for (int i = 0; i < 100'000; ++i) EXPECT_EQ(rates.take("ann", 0), 0);
}

TEST(RequestRates, TheTableIsBounded) {
  RequestRates rates(0.001);
  for (int i = 0; i < 10; ++i) rates.take("first", 0);
  EXPECT_GT(rates.take("first", 0), 0);
  for (std::size_t i = 0; i < RequestRates::kMostSenders; ++i) EXPECT_EQ(rates.take(std::to_string(i), 0), 0);
  EXPECT_EQ(rates.take("first", 0), 0);  // was forgotten
}

TEST(RequestRates, ThreadsTakeNoMoreThanThereIs) {
  RequestRates rates(100);
  std::atomic<int> taken = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 1000; ++k) taken += rates.take("ann", 5) == 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 200);
}

}  // namespace quadrille::server
