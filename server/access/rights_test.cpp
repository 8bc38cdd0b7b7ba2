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

TEST(Rights, AGrantMayBeForSomeGraphs) {
  Grants grants;
  for (const char* text : {"read:notes:default", "write:notes:<urn:a>", "read:*:<urn:b*>", "metrics:notes"})
    grants.push_back(*grant_of(text));
  EXPECT_FALSE(includes(grants, Right::read, "notes"));
  const GraphRights read = graphs_of(grants, Right::read, "notes"), write = graphs_of(grants, Right::write, "notes");
  EXPECT_EQ(read, GraphRights({.default_graph = true, .iris = {"urn:a"}, .prefixes = {"urn:b"}}));
  EXPECT_EQ(write, GraphRights({.iris = {"urn:a"}}));
  EXPECT_EQ(graphs_of(grants, Right::read, "people"), GraphRights({.prefixes = {"urn:b"}}));
  EXPECT_TRUE(graphs_of(grants, Right::write, "people").is_none());
  grants.push_back({Right::write, "notes"});
  EXPECT_TRUE(graphs_of(grants, Right::read, "notes").is_all());
  EXPECT_TRUE(graphs_of({{Right::admin}}, Right::write, "notes").is_all());
}

TEST(Rights, TextsAreReadAndWritten) {
  for (const char* text : {"read", "write", "admin", "metrics", "write:notes", "read:a.b_c-2", "read:notes:default",
                           "write:*:default", "read:notes:<http://ex.org/a,b:c>", "read:*:<urn:*>", "write:n:<*>"}) {
    ASSERT_TRUE(grant_of(text)) << text;
    EXPECT_EQ(text_of(*grant_of(text)), text);
  }
  for (const char* text : {"",
                           "Read",
                           "reads",
                           "read:",
                           ":notes",
                           "own",
                           "read notes",
                           "read:a:b",
                           "read:a b",
                           "read:*",
                           "read::default",
                           "read:a:",
                           "read:a:<>",
                           "read:a:<a b>",
                           "read:a:<a",
                           "admin:a:default",
                           "metrics:*:<urn:a>",
                           "read:a:Default",
                           "read:a:default:b",
                           "read:a:<a>b>"})
    EXPECT_FALSE(grant_of(text)) << text;
}

}  // namespace quadrille::server
