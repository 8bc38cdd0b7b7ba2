#include "loader/build/build_progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quadrille {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ProgressLine, ShowsPartRateAndTheTimeThatIsLeft) {
  EXPECT_EQ(progress_line(BuildStep::read_rdf, 500'000'000, 1'000'000'000, 3'000'000, 2),
            "Read RDF       [============>            ]  50 %  500.0 MB  250.0 MB/s  1.5 M quads/s  2 s left");
  EXPECT_EQ(progress_line(BuildStep::index, 1'000'000, 4'000'000, 0, 10),
            "Index          [======>                  ]  25 %  1.0 M quads  100.0 k quads/s  30 s left");
}

TEST(ProgressLine, TellsLongTimesInMinutesAndHours) {
  EXPECT_THAT(progress_line(BuildStep::index, 10, 100, 0, 20), EndsWith("  3 min 0 s left"));
  EXPECT_THAT(progress_line(BuildStep::index, 10, 100, 0, 833.4), EndsWith("  2 h 5 min left"));
}

TEST(ProgressLine, TellsNoTimeFromTooLittle) {
  EXPECT_THAT(progress_line(BuildStep::index, 0, 100, 0, 60), Not(HasSubstr("left")));
  EXPECT_THAT(progress_line(BuildStep::index, 50, 100, 0, 0.1), Not(HasSubstr("left")));
}

TEST(ProgressLine, HasNoBarWhereTheAmountIsNotKnown) {
  EXPECT_EQ(progress_line(BuildStep::read_rdf, 0, 0, 3'000'000, 2), "Read RDF        3.0 M quads  1.5 M quads/s");
}

TEST(ProgressLine, NeverGoesBeyondTheEnd) {
  EXPECT_THAT(progress_line(BuildStep::read_rdf, 300, 100, 0, 2), HasSubstr("] 100 % "));
}

}  // namespace
}  // namespace quadrille
