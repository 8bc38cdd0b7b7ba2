#include "base/limit.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace quadrille {
namespace {

TEST(Limit, IsLoweredByTheEnvironmentAlone) {
  ::setenv("QUADRILLE_LIMIT", "test.rows:1000", 1);
  EXPECT_EQ(Limit("test.rows", 4'294'967'295), 1000u);
  EXPECT_EQ(Limit("test.rows", 10), 10u) << "never raised";
  EXPECT_EQ(Limit("test.other", 4'294'967'295), 4'294'967'295u);
  for (const char* malformed : {"test.rows", "test.rows:", "test.rows:many", "test.rows:10x", ":10", ""}) {
    ::setenv("QUADRILLE_LIMIT", malformed, 1);
    EXPECT_EQ(Limit("test.rows", 4'294'967'295), 4'294'967'295u) << malformed;
  }
  ::unsetenv("QUADRILLE_LIMIT");
  EXPECT_EQ(Limit("test.rows", 4'294'967'295), 4'294'967'295u);
}

TEST(Limit, IsLoweredByATestUntilTheEndOfTheBlock) {
  Limit limit("test.rows", 4'294'967'295);
  {
    const LoweredLimit lowered(limit, 3);
    EXPECT_EQ(limit, 3u);
  }
  EXPECT_EQ(limit, 4'294'967'295u);
}

}  // namespace
}  // namespace quadrille
