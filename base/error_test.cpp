#include "base/error.hpp"

#include <gtest/gtest.h>

namespace quadrille {

TEST(Error, CarriesItsKindAndMessage) {
  try {
    fail(ErrorKind::timeout, "no answer within {} ms", 100);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::timeout);
    EXPECT_STREQ(error.what(), "no answer within 100 ms");
  }
}

TEST(Error, OnlyBugsOfOursExitWithTwo) {
  EXPECT_EQ(exit_code(ErrorKind::internal), 2);
  EXPECT_EQ(exit_code(ErrorKind::user), 1);
  EXPECT_EQ(exit_code(ErrorKind::memory), 1);
}

}  // namespace quadrille
