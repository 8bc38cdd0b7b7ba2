#include "loader/rdf/testing/construct_costs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace quadrille {

// The limit is the README's. Each construct is judged by the best of several readings, so that other work of the
// machine does not decide.
TEST(ConstructCosts, NoConstructCostsMoreThanFiveTimesWhatPlainStatementsCost) {
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "times mean nothing in this build";
#endif
  constexpr double kMost = 5;
  constexpr int kTries = 6;
  const auto is_dear = [](const testing::ConstructCost& cost) { return cost.times_plain >= kMost; };
  auto best = testing::construct_costs(std::size_t{1} << 19);
  for (int tries = 1; tries < kTries && std::any_of(best.begin(), best.end(), is_dear); ++tries) {
    const auto again = testing::construct_costs(std::size_t{1} << 19);
    for (std::size_t place = 0; place < best.size(); ++place) {
      best[place].times_plain = std::min(best[place].times_plain, again[place].times_plain);
    }
  }
  for (const testing::ConstructCost& cost : best) {
    EXPECT_LT(cost.times_plain, kMost) << cost.extension << ": " << cost.construct;
  }
}

}  // namespace quadrille
