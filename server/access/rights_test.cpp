#include "server/access/rights.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

TEST(Rights, LaterOnesIncludeEarlierOnes) {
  const auto has = [](Right granted, Right right) { return includes(Grants{{granted}}, right, "d"); };
  for (const Right right : {Right::read, Right::write, Right::admin, Right::metrics}) {
    EXPECT_TRUE(has(Right::admin, right));
    EXPECT_EQ(has(Right::metrics, right), right == Right::metrics);
    EXPECT_EQ(has(Right::read, right), right == Right::read);
    EXPECT_EQ(has(Right::write, right), right == Right::read || right == Right::write);
  }
}

TEST(Rights, AGrantIsForOneDatabaseOrForAll) {
  const Grants grants{{Right::read}, {Right::write, "notes"}};
  EXPECT_TRUE(includes(grants, Right::read, "people"));
  EXPECT_TRUE(includes(grants, Right::write, "notes"));
  EXPECT_FALSE(includes(grants, Right::write, "people"));
  EXPECT_FALSE(includes(grants, Right::write, "note"));
  EXPECT_FALSE(includes({}, Right::read, "notes"));
}

TEST(Rights, TextsAreReadAndWritten) {
  for (const char* text : {"read", "write", "admin", "metrics", "write:notes", "read:a.b_c-2"}) {
    ASSERT_TRUE(grant_of(text)) << text;
    EXPECT_EQ(text_of(*grant_of(text)), text);
  }
  for (const char* text : {"", "Read", "reads", "read:", ":notes", "own", "read notes", "read:a:b", "read:a b"})
    EXPECT_FALSE(grant_of(text)) << text;
}

}  // namespace quadrille::server
