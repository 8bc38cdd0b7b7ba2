#include "server/http/sparql_protocol.hpp"

#include <gtest/gtest.h>

#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

const ProtocolSettings kSettings{.default_timeout_seconds = 30, .longest_timeout_seconds = 100, .base = "http://base/"};

QueryRequest get(std::string_view query_string) {
  return std::get<QueryRequest>(read_operation({.query_string = query_string}, kSettings));
}

QueryRequest post(std::string_view content_type, std::string_view body, std::string_view query_string = "") {
  return std::get<QueryRequest>(read_operation(
      {.post = true, .query_string = query_string, .content_type = content_type, .body = std::string(body)},
      kSettings));
}

UpdateRequest post_update(std::string_view content_type, std::string_view body, std::string_view query_string = "",
                          Takes takes = Takes::queries_and_updates) {
  return std::get<UpdateRequest>(read_operation({.post = true,
                                                 .query_string = query_string,
                                                 .content_type = content_type,
                                                 .body = std::string(body),
                                                 .iri = "http://h/sparql"},
                                                kSettings, takes));
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
constexpr const char* kUpdate = "application/sparql-update";

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
  for (const char* timeout : {"-1", "x", "1d", "1 s", "s", "nan", "inf"}) {
    EXPECT_EQ(status_of([&] { get("query=x&timeout=" + std::string(timeout)); }), 400) << timeout;
  }
  for (const char* graph : {"a", "/a", "http://a%20b", "http://a>", ":a", "1:a"}) {
    EXPECT_EQ(status_of([&] { get("query=x&default-graph-uri=" + std::string(graph)); }), 400) << graph;
  }
  EXPECT_EQ(status_of([] { get("query=x&timeout=1&timeout=1"); }), 400);
}

TEST(SparqlProtocol, GraphsThatAreEmptyAreNotThere) {
  const QueryRequest request = get("default-graph-uri=&named-graph-uri=&query=x");
  EXPECT_TRUE(request.default_graphs.empty());
  EXPECT_TRUE(request.named_graphs.empty());
  EXPECT_EQ(status_of([] { post_update(kUpdate, "x", "using-graph-uri="); }), 400);  // would change another graph
}

TEST(SparqlProtocol, TimesAreReadAsOthersWriteThem) {
  const auto timeout = [](const std::string& text) { return get("query=x&timeout=" + text).timeout_seconds; };
  EXPECT_EQ(timeout("0"), 30);  // no limit requested: the server's
  EXPECT_EQ(timeout(""), 30);
  EXPECT_EQ(timeout("20s"), 20);
  EXPECT_EQ(timeout("500ms"), 0.5);
  EXPECT_EQ(timeout("1min"), 60);
  EXPECT_EQ(timeout("1h"), 100);
  EXPECT_EQ(timeout("100"), 100);
  EXPECT_EQ(timeout("5000"), 5);  // more than the longest: milliseconds
  EXPECT_EQ(post_update(kUpdate, "x", "timeout=0").timeout_seconds, 0);
}

TEST(SparqlProtocol, FormsAreWishedForInTheWordsOfOthers) {
  const auto format = [](const std::string& parameters) { return get("query=x&" + parameters).format; };
  EXPECT_EQ(format("format=csv&format=tsv&output=json&results=xml"), "csv,tsv,json,xml");
  EXPECT_EQ(format("format=application/sparql-results+json"), "application/sparql-results+json");
  EXPECT_EQ(format("Accept=text%2Fcsv"), "text/csv");
  EXPECT_EQ(format("action=tsv_export&send=100"), "tsv");
  EXPECT_EQ(format("action=sparql_json_export"), "json");
  EXPECT_EQ(format("format=auto&output=&action=clear&stylesheet=/x.xsl&debug=on&run=+Run+Query+"), std::nullopt);
}

TEST(SparqlProtocol, LayoutsAreParametersOfQueries) {
  const auto layout = [](const std::string& parameters) { return get("query=x&" + parameters).layout; };
  EXPECT_TRUE(layout("pretty=true").pretty);
  EXPECT_TRUE(layout("pretty").pretty);
  EXPECT_FALSE(layout("pretty=false").pretty);
  EXPECT_TRUE(layout("canonical=true").canonical);
  EXPECT_EQ(layout("profile=expanded").profile, "expanded");
  EXPECT_EQ(layout("profile=").profile, std::nullopt);
  EXPECT_EQ(layout("context=http%3A//e/c").context, "http://e/c");
  EXPECT_EQ(status_of([&] { layout("pretty=maybe"); }), 400);
  EXPECT_EQ(status_of([&] { layout("context=c"); }), 400);
}

TEST(SparqlProtocol, OtherContentTypesAndCharsetsAreNotRead) {
  EXPECT_EQ(status_of([] { post("", "query=x"); }), 415);
  EXPECT_EQ(status_of([] { post("text/plain", "query=x"); }), 415);
  EXPECT_EQ(status_of([] { post("application/sparql-query; charset=UTF-16", "x"); }), 415);
}

TEST(SparqlProtocol, AQueryMayBeExplained) {
  EXPECT_EQ(get("query=x").explain, query::Explain::none);
  EXPECT_EQ(get("query=x&explain=plan").explain, query::Explain::plan);
  EXPECT_EQ(get("query=x&explain=rules").explain, query::Explain::rules);
  EXPECT_EQ(post(kForm, "query=x&explain=profile").explain, query::Explain::profile);
  for (const char* wrong : {"query=x&explain=", "query=x&explain=Plan", "query=x&explain=plan&explain=plan"}) {
    EXPECT_EQ(status_of([&] { get(wrong); }), 400) << wrong;
  }
  EXPECT_EQ(status_of([] { post_update(kForm, "update=x&explain=plan"); }), 400);
}

TEST(SparqlProtocol, WellKnownPrefixesAreSwitchedByTheRequest) {
  EXPECT_EQ(get("query=x").default_prefixes, std::nullopt);
  EXPECT_EQ(get("query=x&default-prefixes=on").default_prefixes, true);
  EXPECT_EQ(post_update(kUpdate, "x", "default-prefixes=off").default_prefixes, false);
  EXPECT_EQ(status_of([] { get("query=x&default-prefixes=1"); }), 400);
}

TEST(SparqlProtocol, TheUnionOfAllGraphsIsSwitchedByTheRequest) {
  EXPECT_EQ(get("query=x").union_default_graph, std::nullopt);
  for (const char* on : {"=on", "=true", "=", ""})
    EXPECT_EQ(get(std::string("query=x&union-default-graph") + on).union_default_graph, true) << on;
  EXPECT_EQ(post(kForm, "query=x&union-default-graph=off").union_default_graph, false);
  EXPECT_EQ(status_of([] { get("query=x&union-default-graph=yes"); }), 400);
}

TEST(SparqlProtocol, BothWaysCarryAnUpdate) {
  for (const Takes takes : {Takes::queries_and_updates, Takes::updates}) {
    EXPECT_EQ(post_update(kForm, "update=CLEAR+ALL", "", takes).text, "CLEAR ALL");
    EXPECT_EQ(post_update(kUpdate, "CLEAR ALL", "", takes).text, "CLEAR ALL");
  }
}

TEST(SparqlProtocol, AnUpdateTakesItsTimeUnlessItSaysOtherwise) {
  EXPECT_EQ(post_update(kUpdate, "x").timeout_seconds, 0);
  EXPECT_EQ(post_update(kUpdate, "x", "timeout=3").timeout_seconds, 3);
  EXPECT_EQ(post_update(kForm, "update=x&timeout=1e9").timeout_seconds, 100);
}

TEST(SparqlProtocol, GraphsOfAnUpdateAreRead) {
  const char* const graphs = "using-graph-uri=urn:a&using-named-graph-uri=urn:b&using-graph-uri=urn:c";
  for (const UpdateRequest& request :
       {post_update(kUpdate, "x", graphs), post_update(kForm, "update=x&" + std::string(graphs))}) {
    EXPECT_EQ(request.using_graphs, (std::vector<std::string>{"urn:a", "urn:c"}));
    EXPECT_EQ(request.using_named, std::vector<std::string>{"urn:b"});
  }
  EXPECT_EQ(status_of([] { post_update(kUpdate, "x", "using-graph-uri=relative"); }), 400);
}

TEST(SparqlProtocol, GraphsOfTheOtherOperationAreRefused) {
  EXPECT_EQ(status_of([] { post_update(kUpdate, "x", "default-graph-uri=urn:a"); }), 400);
  EXPECT_EQ(status_of([] { post_update(kForm, "update=x&named-graph-uri=urn:a"); }), 400);
  EXPECT_EQ(status_of([] { get("query=x&using-graph-uri=urn:a"); }), 400);
}

TEST(SparqlProtocol, NoUpdateTwoOrAQueryBesidesAreBad) {
  EXPECT_EQ(status_of([] { post_update(kForm, "update=x&update=y"); }), 400);
  EXPECT_EQ(status_of([] { post_update(kForm, "update=x&query=y"); }), 400);
  EXPECT_EQ(status_of([] { post_update(kUpdate, "x", "query=y"); }), 400);
  EXPECT_EQ(status_of([] { post_update(kForm, "", "", Takes::updates); }), 400);
  EXPECT_EQ(status_of([] { post_update(kForm, "query=x", "", Takes::updates); }), 400);
  EXPECT_EQ(status_of([] { post_update("text/plain", "CLEAR NAMED"); }), 415);
  EXPECT_EQ(status_of([] { post_update("application/sparql-update; charset=UTF-16", "x"); }), 415);
}

TEST(SparqlProtocol, NoUpdateIsTakenFromAUrl) {
  EXPECT_EQ(status_of([] { get("update=CLEAR+ALL"); }), 400);
  EXPECT_EQ(status_of([] { post_update(kForm, "", "update=CLEAR+ALL"); }), 400);
}

TEST(SparqlProtocol, RelativeIrisAreRelativeToTheRequestUnlessTheSettingsSayOtherwise) {
  const ProtocolMessage message{.query_string = "query=x", .iri = "http://h/sparql"};
  EXPECT_EQ(std::get<QueryRequest>(read_operation(message, kSettings)).base, "http://base/");
  EXPECT_EQ(std::get<QueryRequest>(read_operation(message, {})).base, "http://h/sparql");
}

}  // namespace quadrille::server
