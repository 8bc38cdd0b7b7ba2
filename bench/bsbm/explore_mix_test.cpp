#include "bench/bsbm/explore_mix.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/testing/temporary_folder.hpp"

namespace quadrille::bench {
namespace {

class ExploreMix : public ::testing::Test {
 protected:
  void write(int number, int draws) {
    for (int draw = 1; draw <= draws; ++draw) {
      folder_.write(fmt::format("explore-q{:02}-{:02}.rq", number, draw),
                    fmt::format("ASK {{ <q:{}> ?p {} }}", number, draw));
    }
  }
  std::string path() const { return folder_.path().string(); }

  quadrille::testing::TemporaryFolder folder_;
};

TEST_F(ExploreMix, HasTheQueriesOfTheBenchmarkInItsOrder) {
  for (int number = 1; number <= 12; ++number) write(number, 3);
  folder_.write("bi-q01-01.rq", "ASK {}");
  const Workload work = explore_workload(path(), 2, 4, 1);
  EXPECT_EQ(work.mix_queries, 25u);
  EXPECT_EQ(work.queries.size(), 33u);  // of eleven, for query 6 is in no mix
  ASSERT_EQ(work.orders.size(), 2u);
  ASSERT_EQ(work.orders[0].size(), 100u);
  for (std::size_t at = 0; at < 100; ++at) {
    const std::string begin = fmt::format("explore-q{:02}-", kExploreMix[at % 25]);
    EXPECT_TRUE(work.queries[work.orders[1][at]].name.starts_with(begin)) << at;
  }
}

TEST_F(ExploreMix, IsDrawnBySeed) {
  for (int number = 1; number <= 12; ++number) write(number, 20);
  EXPECT_EQ(explore_workload(path(), 2, 3, 7).orders, explore_workload(path(), 2, 3, 7).orders);
  EXPECT_NE(explore_workload(path(), 2, 3, 7).orders, explore_workload(path(), 2, 3, 8).orders);
  const Workload work = explore_workload(path(), 2, 3, 7);
  EXPECT_NE(work.orders[0], work.orders[1]);
}

TEST_F(ExploreMix, NeedsAllOfItsQueries) {
  for (int number = 1; number <= 11; ++number) write(number, 1);
  EXPECT_THROW(explore_workload(path(), 1, 1, 0), Error);
}

}  // namespace
}  // namespace quadrille::bench
