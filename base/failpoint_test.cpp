#include "base/failpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <memory>

#include "base/error.hpp"

namespace quadrille {
namespace {

// Points of the test live as long as the program, since they stay in its list.
Failpoint& point(const char* name) {
  return *new Failpoint(name);
}

TEST(Failpoint, IsPassedWhenNobodyAsksForIt) {
  ::unsetenv("QUADRILLE_FAILPOINT");
  Failpoint& quiet = point("test.quiet");
  quiet.pass();
  EXPECT_THAT(failpoint_names(), testing::Contains("test.quiet"));
  EXPECT_NO_THROW(check_failpoint());
}

TEST(Failpoint, KillsAtTheAskedPass) {
  ::setenv("QUADRILLE_FAILPOINT", "test.third:3", 1);
  Failpoint& third = point("test.third");
  third.pass();
  third.pass();
  EXPECT_EXIT(third.pass(), testing::KilledBySignal(SIGKILL), "");
  ::setenv("QUADRILLE_FAILPOINT", "test.first", 1);
  Failpoint& first = point("test.first");
  EXPECT_EXIT(first.pass(), testing::KilledBySignal(SIGKILL), "");
  ::unsetenv("QUADRILLE_FAILPOINT");
}

TEST(Failpoint, CanBeThatOfOneImageAlone) {
  ::setenv("QUADRILLE_FAILPOINT", "test.of_two:1@2", 1);
  Failpoint& of_two = point("test.of_two");
  EXPECT_NO_THROW(check_failpoint());
  set_failpoint_image(2);
  EXPECT_EXIT(of_two.pass(), testing::KilledBySignal(SIGKILL), "");
  set_failpoint_image(1);
  of_two.pass();
  ::unsetenv("QUADRILLE_FAILPOINT");
}

TEST(Failpoint, AWishThatNamesNoPlaceIsRefused) {
  point("test.known");
  for (const char* wrong :
       {"test.unknown", "test.known:", "test.known:x", "test.known:0", "test.known:1@", "test.known@x", ""}) {
    ::setenv("QUADRILLE_FAILPOINT", wrong, 1);
    EXPECT_THROW(check_failpoint(), Error) << wrong;
  }
  ::setenv("QUADRILLE_FAILPOINT", "test.known:2", 1);
  EXPECT_NO_THROW(check_failpoint());
  ::unsetenv("QUADRILLE_FAILPOINT");
}

}  // namespace
}  // namespace quadrille
