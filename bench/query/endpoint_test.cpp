#include "bench/query/endpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"

namespace quadrille::bench {
namespace {

using ::testing::HasSubstr;

TEST(Endpoint, HasANameAPlaceAndAPath) {
  const Endpoint one = parse_endpoint("Fuseki=http://127.0.0.1:3030/ds/query");
  EXPECT_EQ(one.name, "Fuseki");
  EXPECT_EQ(one.host, "127.0.0.1");
  EXPECT_EQ(one.port, "3030");
  EXPECT_EQ(one.path, "/ds/query");
  EXPECT_FALSE(one.by_form);
  EXPECT_EQ(one.url(), "http://127.0.0.1:3030/ds/query");
}

TEST(Endpoint, HasTheUsualPathAndPortIfNoneAreGiven) {
  EXPECT_EQ(parse_endpoint("http://localhost").url(), "http://localhost:80/sparql");
  EXPECT_EQ(parse_endpoint("http://localhost/").path, "/sparql");
  EXPECT_EQ(parse_endpoint("http://localhost:1").name, "http://localhost:1");
  EXPECT_EQ(parse_endpoint("x=http://[::1]:5/q").host, "[::1]");
}

TEST(Endpoint, OfSomethingElseIsAnError) {
  for (const char* text : {"", "localhost:1", "ftp://h", "http://h#x", "http://h#token=/none", "=http://h", "xhttp://h",
                           "http://", "http://h:", "http://h:x"}) {
    EXPECT_THROW(parse_endpoint(text), Error) << text;
  }
}

TEST(Endpoint, MayHaveTlsAndAToken) {
  const std::string file = ::testing::TempDir() + "token";
  std::ofstream(file) << "secret\nrest";
  const Endpoint endpoint = parse_endpoint("a=https://h/x#form#token=" + file);
  EXPECT_TRUE(endpoint.by_tls && endpoint.by_form);
  EXPECT_EQ(endpoint.url(), "https://h:443/x");
  EXPECT_THAT(sparql_request(endpoint, "ASK {}"), HasSubstr("\r\nAuthorization: Bearer secret\r\n"));
  EXPECT_FALSE(parse_endpoint("http://h").by_tls);
}

TEST(Endpoint, IsAskedByThePostedQueryOrByAForm) {
  const std::string direct = sparql_request(parse_endpoint("http://h:1"), "ASK {}");
  EXPECT_THAT(direct, HasSubstr("POST /sparql HTTP/1.1\r\nHost: h:1\r\n"));
  EXPECT_THAT(direct, HasSubstr("application/sparql-query\r\nContent-Length: 6\r\n"));
  EXPECT_TRUE(direct.ends_with("\r\n\r\nASK {}"));
  const std::string form = sparql_request(parse_endpoint("http://h:1/sparql?x=1#form"), "ASK {}");
  EXPECT_THAT(form, HasSubstr("POST /sparql?x=1 HTTP/1.1\r\n"));
  EXPECT_TRUE(form.ends_with("Content-Length: 18\r\nConnection: keep-alive\r\n\r\nquery=ASK%20%7B%7D"));
}

}  // namespace
}  // namespace quadrille::bench
