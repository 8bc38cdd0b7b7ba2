#include "bench/lubm/harness/children.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille::lubm {
namespace {

struct Bed {
  quadrille::testing::TemporaryFolder folder;
  std::filesystem::path log = folder.path() / "log";
  Children children;
};

TEST(Child, TellsItsStatusAndItsLastWords) {
  Bed bed;
  Child child(bed.children, {"sh", "-c", "echo out; echo err >&2; exit 3"}, bed.log, 60);
  EXPECT_EQ(child.wait(), 3);
  EXPECT_EQ(last_words(bed.log), "out\nerr\n");
  EXPECT_FALSE(child.is_running());
}

TEST(Child, ThatIsNotThereEndsWith127) {
  Bed bed;
  EXPECT_EQ(Child(bed.children, {"/no/such/program"}, bed.log, 60).wait(), 127);
}

// A shell that keeps a word of 50 MB, below the program itself.
TEST(Child, TellsTheMostMemoryOfOneProcess) {
  Bed bed;
  constexpr int kMost = 50'000'000;
  Child child(bed.children, {"sh", "-c", "sh -c 'x=$(head -c 50000000 /dev/zero | tr \\\\0 x); exit 0'; exit 0"},
              bed.log, 60);
  EXPECT_EQ(child.wait(), 0) << last_words(bed.log);
  EXPECT_GE(child.peak_bytes(), kMost);
  EXPECT_LT(child.peak_bytes(), 10L * kMost);
}

TEST(Child, EndsWithItsObject) {
  Bed bed;
  pid_t process = 0;
  const Stopwatch watch;
  {
    Child child(bed.children, {"sleep", "60"}, bed.log, 60);
    EXPECT_TRUE(child.is_running());
    process = child.process();
  }
  EXPECT_NE(::kill(process, 0), 0);
  EXPECT_LT(watch.seconds(), 30);
}

TEST(Child, EndsWhenItsTimeIsOver) {
  Bed bed;
  Child child(bed.children, {"sleep", "60"}, bed.log, 0.2);
  EXPECT_EQ(child.wait(), 128 + SIGTERM);
}

TEST(Child, IsKilledIfItDoesNotListen) {
  Bed bed;
  Child child(bed.children, {"sh", "-c", "trap '' TERM; while :; do sleep 0.1; done"}, bed.log, 0.2);
  EXPECT_EQ(child.wait(), 128 + SIGKILL);
}

TEST(Children, EndAtASignalAndNoMoreAreStarted) {
  Bed bed;
  Child child(bed.children, {"sleep", "60"}, bed.log, 60);
  ::kill(::getpid(), SIGINT);
  EXPECT_THROW(child.wait(), Error);
  EXPECT_TRUE(bed.children.stopped());
  EXPECT_THROW(Child(bed.children, {"true"}, bed.log, 60), Error);
}

}  // namespace
}  // namespace quadrille::lubm
