#include "lubm/ordered_production.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace quadrille::lubm {

TEST(OrderedProduction, TakesPiecesInOrderHoweverLongTheyTake) {
  std::string expected, taken;
  for (std::uint32_t i = 0; i < 200; ++i) expected += std::to_string(i) + "\n";
  const auto make = [](std::uint32_t i, std::string& piece) {
    EXPECT_TRUE(piece.empty());
    std::this_thread::sleep_for(std::chrono::microseconds(i * 7919 % 300));
    piece = std::to_string(i) + "\n";
  };
  for (const unsigned threads : {1u, 3u, 16u}) {
    taken.clear();
    produce_in_order(200, threads, make, [&](std::string_view piece) { taken += piece; });
    EXPECT_EQ(taken, expected);
  }
}

TEST(OrderedProduction, MakesAtMostTwoPiecesAThreadAhead) {
  std::atomic<std::uint32_t> made = 0;
  std::uint32_t taken = 0;
  const auto make = [&](std::uint32_t, std::string&) { ++made; };
  const auto take = [&](std::string_view) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    EXPECT_LE(made, taken++ + 4);
  };
  produce_in_order(100, 2, make, take);
  EXPECT_EQ(made, 100u);
}

TEST(OrderedProduction, ThrowsWhatTheMakerThrows) {
  const auto make = [](std::uint32_t i, std::string&) {
    if (i == 20) throw std::runtime_error("cannot");
  };
  EXPECT_THROW(produce_in_order(1000, 4, make, [](std::string_view) {}), std::runtime_error);
}

TEST(OrderedProduction, OfNothingCallsNobody) {
  const auto make = [](std::uint32_t, std::string&) { FAIL(); };
  produce_in_order(0, 2, make, [](std::string_view) { FAIL(); });
}

}  // namespace quadrille::lubm
