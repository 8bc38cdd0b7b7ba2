#include "server/operations/request_id.hpp"

#include <gtest/gtest.h>

#include <set>

namespace quadrille::server {

namespace {

constexpr const char* kTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string kTraceparent = std::string("00-") + kTrace + "-00f067aa0ba902b7-01";

std::string id_of(std::string_view request_id, std::string_view traceparent) {
  std::string id = "before";
  take_request_id(request_id, traceparent, id);
  return id;
}

}  // namespace

TEST(RequestId, IsTheClientsIfItIsHarmless) {
  EXPECT_EQ(id_of("my-query_7.b", ""), "my-query_7.b");
  EXPECT_EQ(id_of("my-query", kTraceparent), "my-query");
  EXPECT_EQ(id_of("", kTraceparent), kTrace);
  EXPECT_EQ(id_of("two words", kTraceparent), kTrace);
  EXPECT_EQ(id_of(std::string(128, 'a'), "").size(), 128u);
  for (const std::string& bad : {std::string("a b"), std::string("a\tb"), std::string("\"x\""), std::string("a\nb"),
                                 std::string(129, 'a'), std::string("\xc3\xa9"), std::string("a/b"), std::string()}) {
    EXPECT_NE(id_of(bad, ""), bad);
  }
}

TEST(RequestId, ATraceHasItsForm) {
  EXPECT_EQ(trace_of(kTraceparent), kTrace);
  EXPECT_EQ(trace_of(kTraceparent + "-of a later version"), kTrace);
  for (std::string bad : {std::string(), std::string("00-x"), "ff" + kTraceparent.substr(2),
                          "00-" + std::string(32, '0') + "-00f067aa0ba902b7-01",
                          "00-" + std::string(32, 'G') + "-00f067aa0ba902b7-01", kTraceparent.substr(1)}) {
    EXPECT_EQ(trace_of(bad), "") << bad;
  }
}

TEST(RequestId, NewOnesDiffer) {
  std::set<std::string> ids;
  for (int i = 0; i < 1000; ++i) ids.insert(id_of("", ""));
  EXPECT_EQ(ids.size(), 1000u);
  for (const std::string& id : ids) EXPECT_TRUE(is_request_id(id)) << id;
}

}  // namespace quadrille::server
