#include "server/launch/supervisor.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

TEST(Supervisor, TheDelayDoublesUpToThirtySeconds) {
  const std::vector<double> delays{1, 1, 2, 4, 8, 16, 30, 30};
  for (int deaths = 0; deaths < 8; ++deaths) {
    EXPECT_EQ(restart_delay(deaths), delays[static_cast<std::size_t>(deaths)]) << deaths;
  }
}

TEST(Supervisor, AfterEightDeathsWithoutServingItIsGivenUp) {
  EXPECT_EQ(restart_delay(8), std::nullopt);
}

}  // namespace quadrille::server
