#include "server/sparql_protocol.hpp"

#include <gtest/gtest.h>

#include "server/http_status.hpp"

namespace quadrille::server {

namespace {

const ProtocolSettings kSettings{.default_timeout_seconds = 30, .longest_timeout_seconds = 100, .base = "http://base/"};

QueryRequest get(std::string_view query_string) {
  return read_query({.query_string = query_string}, kSettings);
}

QueryRequest post(std::string_view content_type, std::string_view body, std::string_view query_string = "") {
  return read_query({.post = true, .query_string = query_string, .content_type = content_type, .body = body},
                    kSettings);
}

template <class Request>
int status_of(Request request) {
  try {
    request();
  } catch (const StatusError& error) {
    return error.status();
  }
  return 200;
}

constexpr const char* kForm = "application/x-www-form-urlencoded";
constexpr const char* kQuery = "application/sparql-query";

}  // namespace

TEST(SparqlProtocol, AllThreeWaysCarryAQuery) {
  EXPECT_EQ(get("query=ASK+%7B%7D").text, "ASK {}");
  EXPECT_EQ(post(kForm, "query=ASK+%7B%7D").text, "ASK {}");
  EXPECT_EQ(post(kQuery, "ASK {}").text, "ASK {}");
  EXPECT_EQ(post("Application/SPARQL-Query; charset=\"UTF-8\"", "ASK {}").text, "ASK {}");
}

TEST(SparqlProtocol, DefaultsComeFromTheSettings) {
  const QueryRequest request = get("query=x");
  EXPECT_EQ(request.timeout_seconds, 30);
  EXPECT_EQ(request.base, "http://base/");
  EXPECT_EQ(request.format, std::nullopt);
}

TEST(SparqlProtocol, GraphsFormatAndTimeoutAreRead) {
  const QueryRequest request =
      get("default-graph-uri=http://a/"
          "1&query=x&default-graph-uri=urn:b&named-graph-uri=http%3A%2F%2Fc&format=csv&timeout=2.5");
  EXPECT_EQ(request.default_graphs, (std::vector<std::string>{"http://a/1", "urn:b"}));
  EXPECT_EQ(request.named_graphs, std::vector<std::string>{"http://c"});
  EXPECT_EQ(request.format, "csv");
  EXPECT_EQ(request.timeout_seconds, 2.5);
}

TEST(SparqlProtocol, ParametersOfTheUrlCountForPostsToo) {
  EXPECT_EQ(post(kQuery, "x", "timeout=3&default-graph-uri=urn:a").timeout_seconds, 3);
  EXPECT_EQ(post(kForm, "query=x", "format=xml").format, "xml");
}

TEST(SparqlProtocol, NoRequestMayAskForMoreTimeThanTheLongest) {
  EXPECT_EQ(get("query=x&timeout=1e9").timeout_seconds, 100);
}

TEST(SparqlProtocol, NoQueryOrTwoAreBad) {
  EXPECT_EQ(status_of([] { get(""); }), 400);
  EXPECT_EQ(status_of([] { get("query=x&query=x"); }), 400);
  EXPECT_EQ(status_of([] { post(kForm, "format=csv"); }), 400);
  EXPECT_EQ(status_of([] { post(kForm, "query=x&query=y"); }), 400);
  EXPECT_EQ(status_of([] { post(kQuery, "x", "query=y"); }), 400);
}

TEST(SparqlProtocol, MalformedParametersAreBad) {
  EXPECT_EQ(status_of([] { get("query=%zz"); }), 400);
  for (const char* timeout : {"", "0", "-1", "x", "1s", "nan", "inf"}) {
    EXPECT_EQ(status_of([&] { get("query=x&timeout=" + std::string(timeout)); }), 400) << timeout;
  }
  for (const char* graph : {"", "a", "/a", "http://a%20b", "http://a>", ":a", "1:a"}) {
    EXPECT_EQ(status_of([&] { get("query=x&default-graph-uri=" + std::string(graph)); }), 400) << graph;
  }
  EXPECT_EQ(status_of([] { get("query=x&format=csv&format=csv"); }), 400);
  EXPECT_EQ(status_of([] { get("query=x&timeout=1&timeout=1"); }), 400);
}

TEST(SparqlProtocol, OtherContentTypesAndCharsetsAreNotRead) {
  EXPECT_EQ(status_of([] { post("", "query=x"); }), 415);
  EXPECT_EQ(status_of([] { post("text/plain", "query=x"); }), 415);
  EXPECT_EQ(status_of([] { post("application/sparql-query; charset=UTF-16", "x"); }), 415);
}

TEST(SparqlProtocol, UpdatesAreNamedAsMissing) {
  EXPECT_EQ(status_of([] { post("application/sparql-update", "CLEAR ALL"); }), 501);
  EXPECT_EQ(status_of([] { post(kForm, "update=CLEAR+ALL"); }), 501);
}

}  // namespace quadrille::server
