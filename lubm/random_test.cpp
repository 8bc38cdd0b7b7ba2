#include "lubm/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "lubm/pick.hpp"

namespace quadrille::lubm {

using testing::ElementsAre;

namespace {

constexpr std::int64_t kLowest = std::numeric_limits<std::int32_t>::min();

std::vector<std::uint32_t> five_raw(std::int64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> values;
  for (int i = 0; i < 5; ++i) values.push_back(random.next31());
  return values;
}

}  // namespace

TEST(Random, StepsAreThoseOfTheSpecification) {
  EXPECT_THAT(five_raw(0), ElementsAre(1569741360, 1785505948, 516548029, 1302116447, 1368843515));
  EXPECT_THAT(five_raw(kLowest), ElementsAre(815634992, 781248668, 867771837, 721090655, 1077421307));
}

TEST(Random, DrawsAreThoseOfTheSpecification) {
  struct Vector {
    std::int64_t seed;
    std::uint32_t bound;
    std::vector<std::uint32_t> results;
    std::uint64_t steps;
  };
  const std::vector<Vector> vectors = {
      {0, 1, {0, 0, 0, 0, 0}, 5},
      {0, 2, {1, 1, 0, 1, 1}, 5},
      {0, 8, {5, 6, 1, 4, 5}, 5},
      {0, 1000, {360, 948, 29, 447, 515}, 5},
      {0, 1073741824, {784870680, 892752974, 258274014, 651058223, 684421757}, 5},
      {0, 1073741825, {516548029, 663681053, 251269761, 715581077, 542832677}, 12},
      {1, 1000, {985, 588, 847, 313, 254}, 5},
      {42, 8, {5, 0, 5, 0, 2}, 5},
      {42, 1073741825, {117392763, 102948884, 662969970, 595021505, 196118093}, 10},
      {kLowest, 1000, {992, 668, 837, 655, 307}, 5},
  };
  for (const Vector& vector : vectors) {
    Random random(vector.seed);
    std::vector<std::uint32_t> results;
    for (int i = 0; i < 5; ++i) results.push_back(random.below(vector.bound));
    EXPECT_EQ(results, vector.results) << "seed " << vector.seed << ", bound " << vector.bound;
    EXPECT_EQ(random.steps(), vector.steps) << "seed " << vector.seed << ", bound " << vector.bound;
  }
}

// Section 13: the first draws of university 0, in the order of their bounds.
TEST(Random, OpensUniversityZeroAsInTheWorkedExample) {
  const std::vector<std::uint32_t> bounds = {11, 4,   5, 4,   3,  247,  42,   8,    13, 11, 10,
                                             2,  100, 2, 100, 99, 1000, 1000, 1000, 30, 6};
  const std::vector<std::uint32_t> results = {0, 3,  4, 2,  2,  204, 23,  0,   3,  0, 7,
                                              0, 73, 1, 95, 23, 84,  875, 241, 20, 1};
  Random random = Random::of_university(0, 0);
  EXPECT_EQ(random.state(), 25214903917u);
  for (std::size_t i = 0; i < bounds.size(); ++i) EXPECT_EQ(random.below(bounds[i]), results[i]) << "draw " << i + 1;
}

TEST(Random, SeedsThatDifferByAMultipleOf131072AreTheSame) {
  EXPECT_EQ(Random::of_university(-1, 5).state(), Random::of_university(131071, 5).state());
  EXPECT_EQ(Random::of_university(-1, 5).state(), Random::of_university(2147483647, 5).state());
  EXPECT_NE(Random::of_university(-1, 5).state(), Random::of_university(1, 5).state());
}

TEST(Pick, RemovesFromTheListAndKeepsTheOrderOfTheRest) {
  for (const std::int64_t seed : {0, 1, 42}) {
    for (const std::uint32_t n : {1u, 5u, 61u, 146u}) {
      Random drawn(seed), listed(seed);
      std::vector<std::uint32_t> list(n), expected;
      for (std::uint32_t i = 0; i < n; ++i) list[i] = i;
      while (!list.empty()) {
        const std::uint32_t position = listed.below(static_cast<std::uint32_t>(list.size()));
        expected.push_back(list[position]);
        list.erase(list.begin() + position);
      }
      EXPECT_EQ(pick(drawn, n, n), expected);
      EXPECT_EQ(drawn.state(), listed.state());
    }
  }
}

TEST(Pick, OfNothingMakesNoDraw) {
  Random random(0);
  EXPECT_TRUE(pick(random, 0, 10).empty());
  EXPECT_EQ(random.steps(), 0u);
}

}  // namespace quadrille::lubm
