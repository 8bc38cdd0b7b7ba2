#include "loader/compaction/pace.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::pace_test {
namespace {

double seconds_of_work(double seconds, const CompactionOptions& options) {
  const auto solo = pgas::test_job().make_solo_team();
  Stopwatch all;
  solo->run([&] {
    Pace pace(*solo, options);
    for (double done = 0; done < seconds; done += 0.001) {
      for (Stopwatch piece; piece.seconds() < 0.001;) {
      }
      pace.pass();
    }
  });
  return all.seconds();
}

TEST(Pace, WaitsAsTheShareSays) {
  EXPECT_GE(seconds_of_work(0.02, {0.25, {}, {}}), 0.065);
}

TEST(Pace, CancelledIsAnError) {
  int asked = 0;
  const CompactionOptions options{0.01, [&] { return ++asked == 5; }, {}};
  try {
    seconds_of_work(1e9, options);
    ADD_FAILURE() << "it was given up";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
}

}  // namespace
}  // namespace quadrille::pace_test
