#include "server/http/http_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "base/clock.hpp"
#include "server/http/starting_engine.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/codings.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class HttpServerTest : public testing::Test {
 protected:
  void start(HttpOptions options = {}) {
    options.port = 0;
    options.public_names.emplace_back("a");
    options.tls = testing_tls_options();
    server_.emplace(engine_, access_, options);
  }
  httplib::Client client() {
    if (!server_) start();
    httplib::Client client(testing_origin(server_->port()));
    client.enable_server_certificate_verification(false);
    client.set_keep_alive(true);
    client.set_tcp_nodelay(true);
    return client;
  }
  TestingClient raw() {
    if (!server_) start();
    return TestingClient(server_->port());
  }
  // The whole conversation of a connection.
  std::string ask(std::string_view bytes) {
    TestingClient client = raw();
    client.send(bytes);
    return client.receive_all();
  }
  static std::string behind_head(const std::string& bytes) {
    const std::size_t end = bytes.find("\r\n\r\n");
    return end == std::string::npos ? std::string() : bytes.substr(end + 4);
  }
  struct RawAnswer {
    std::string head, body;
  };
  // For a request that ends its connection.
  RawAnswer ask_raw(std::string_view bytes) {
    const std::string all = ask(bytes);
    const std::string head = all.substr(0, all.size() - behind_head(all).size());
    const bool chunked = head.find("chunked") != std::string::npos;
    return {head, chunked ? without_chunks(behind_head(all)) : behind_head(all)};
  }
  static void wait_until(const std::function<bool()>& condition) {
    const Deadline deadline = Deadline::after(5);
    while (!condition() && !deadline.passed()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(condition());
  }

  TestingEngine engine_;
  Access access_{AccessSettings{}};
  std::optional<HttpServer> server_;
};

nlohmann::json bindings(const std::string& body) {
  return nlohmann::json::parse(body)["results"]["bindings"];
}

}  // namespace

TEST_F(HttpServerTest, AQueryIsAnsweredByAllThreeWays) {
  auto http = client();
  for (const auto& result :
       {http.Get("/sparql?query=rows%203"), http.Post("/sparql", "query=rows+3", "application/x-www-form-urlencoded"),
        http.Post("/sparql", "rows 3", "application/sparql-query")}) {
    ASSERT_TRUE(result);
    EXPECT_EQ(result->status, 200);
    EXPECT_EQ(result->get_header_value("Content-Type"), "application/sparql-results+json");
    EXPECT_FALSE(result->has_header("Access-Control-Allow-Origin"));
    EXPECT_EQ(bindings(result->body).size(), 3u);
  }
}

TEST_F(HttpServerTest, OtherSettingsApplyToOpenConnections) {
  auto http = client();
  const auto status = [&](const char* host) { return http.Get("/sparql?query=rows%203", {{"Host", host}})->status; };
  EXPECT_EQ(status("db.example.org"), 421);
  HttpOptions next;
  next.public_names = {"db.example.org"};
  next.tls = testing_tls_options();
  const auto apply = server_->prepare(next);
  EXPECT_EQ(status("db.example.org"), 421);
  apply();
  EXPECT_EQ(status("db.example.org"), 200);
  next.public_names = {};
  server_->prepare(next)();
  EXPECT_EQ(status("db.example.org"), 421);
}

TEST_F(HttpServerTest, FormsMayBeLong) {
  auto http = client();
  const std::string query = "rows+1+" + std::string(1 << 20, 'x');
  const auto result = http.Post("/sparql", "query=" + query, "application/x-www-form-urlencoded");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 200);
}

TEST_F(HttpServerTest, TheFormIsNegotiated) {
  auto http = client();
  const auto csv = http.Get("/sparql?query=rows%201", {{"Accept", "text/csv, */*;q=0.1"}});
  EXPECT_EQ(csv->get_header_value("Content-Type"), "text/csv; charset=utf-8");
  EXPECT_EQ(csv->body, "x\r\nrow 0\r\n");
  EXPECT_EQ(csv->get_header_value("Vary"), "Accept, Accept-Encoding");
  EXPECT_EQ(http.Get("/sparql?query=rows%201&format=tsv", {{"Accept", "text/csv"}})->body, "?x\n\"row 0\"\n");
  const auto refused = http.Get("/sparql?query=rows%201&format=xls");
  EXPECT_EQ(refused->status, 406);
  EXPECT_THAT(refused->body, HasSubstr("format=json"));
}

TEST_F(HttpServerTest, BrowsersGetPages) {
  auto http = client();
  const httplib::Headers browser{{"Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}};
  for (const char* path : {"/sparql?query=rows%203", "/sparql?query=rows%20100000"}) {
    const auto page = http.Get(path, browser);
    ASSERT_TRUE(page) << path;
    EXPECT_EQ(page->get_header_value("Content-Type"), "text/html; charset=utf-8") << path;
    EXPECT_THAT(page->get_header_value("Content-Security-Policy"), StartsWith("default-src 'none'")) << path;
    EXPECT_THAT(page->body, HasSubstr("<form action=\"sparql\">")) << path;
    EXPECT_THAT(page->body, EndsWith("</html>\n")) << path;
  }
  EXPECT_THAT(http.Get("/sparql?query=rows%203", browser)->body, HasSubstr("<tr><td>row 2</td></tr>"));
  for (const char* accept : {"*/*", "application/sparql-results+json"}) {
    const auto answer = http.Get("/sparql?query=rows%203", {{"Accept", accept}});
    EXPECT_EQ(answer->get_header_value("Content-Type"), "application/sparql-results+json");
    EXPECT_EQ(answer->get_header_value("Content-Security-Policy"), "");
  }
  EXPECT_EQ(http.Get("/sparql", {{"Accept", "*/*"}})->get_header_value("Content-Type"), "text/turtle");
}

TEST_F(HttpServerTest, TheProtocolsParametersReachTheEngine) {
  HttpOptions options;
  options.protocol.base = "http://base/";
  start(options);
  const auto result =
      client().Get("/sparql?query=echo&default-graph-uri=urn:a&named-graph-uri=urn:b&timeout=7&format=csv");
  EXPECT_EQ(result->body, "x\r\nbase=http://base/ default=urn:a named=urn:b timeout=7\r\n");
}

TEST_F(HttpServerTest, LongAnswersAreStreamed) {
  auto http = client();
  const auto result = http.Get("/sparql?query=rows%20100000");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->get_header_value("Transfer-Encoding"), "chunked");
  const auto rows = bindings(result->body);
  ASSERT_EQ(rows.size(), 100000u);
  EXPECT_EQ(rows[99999]["x"]["value"], "row 99999");
  EXPECT_EQ(http.Get("/sparql?query=rows%202")->get_header_value("Transfer-Encoding"), "");
}

TEST_F(HttpServerTest, AnswersAreCompressedForThoseWhoTakeIt) {
  for (const std::string coding : {"gzip", "zstd"}) {
    for (const int rows : {1000, 100'000}) {  // at once with its length; streamed
      const std::string get = fmt::format("GET /sparql?query=rows+{}&format=csv HTTP/1.1\r\nHost: a\r\n", rows);
      const RawAnswer plain = ask_raw(get + "Connection: close\r\n\r\n");
      const RawAnswer packed = ask_raw(get + "Accept-Encoding: " + coding + "\r\nConnection: close\r\n\r\n");
      EXPECT_THAT(packed.head, HasSubstr("Content-Encoding: " + coding + "\r\n"));
      EXPECT_THAT(packed.head, HasSubstr("Vary: Accept, Accept-Encoding\r\n"));
      EXPECT_THAT(packed.head, HasSubstr(rows == 1000 ? "Content-Length: " : "Transfer-Encoding: chunked\r\n"));
      EXPECT_LT(packed.body.size(), plain.body.size() / 3);
      EXPECT_EQ(testing_decompressed(packed.body), plain.body);
      EXPECT_THAT(plain.head, Not(HasSubstr("Content-Encoding")));
      EXPECT_THAT(plain.head, HasSubstr("Vary: Accept, Accept-Encoding\r\n"));
    }
  }
}

TEST_F(HttpServerTest, ShortAnswersAndFailuresAreNotCompressed) {
  const std::string rest = " HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip, zstd\r\nConnection: close\r\n\r\n";
  for (const std::string path : {"/sparql?query=rows+3", "/sparql?query=fail+syntax", "/health"}) {
    EXPECT_THAT(ask("GET " + path + rest), Not(HasSubstr("Content-Encoding"))) << path;
  }
}

TEST_F(HttpServerTest, WhoRefusesIdentityGetsNone) {
  const std::string get = "GET /sparql?query=rows+3&format=csv HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
  const RawAnswer packed = ask_raw(get + "Accept-Encoding: gzip, identity;q=0\r\n\r\n");
  EXPECT_EQ(testing_decompressed(packed.body), "x\r\nrow 0\r\nrow 1\r\nrow 2\r\n");
  const std::string refused = ask(get + "Accept-Encoding: br, *;q=0\r\n\r\n");
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 406 "));
  EXPECT_THAT(refused, HasSubstr("zstd, gzip, identity"));
}

TEST_F(HttpServerTest, OldClientsGetCompressedAnswersWithoutChunks) {
  const RawAnswer answer =
      ask_raw("GET /sparql?query=rows+100000&format=csv HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n");
  EXPECT_THAT(answer.head, HasSubstr("Content-Encoding: gzip\r\n"));
  EXPECT_THAT(answer.head, Not(HasSubstr("Transfer-Encoding")));
  EXPECT_THAT(testing_decompressed(answer.body), EndsWith("row 99998\r\nrow 99999\r\n"));
}

TEST_F(HttpServerTest, CompressedRowsAreSentThoughNothingElseComes) {
  for (const std::string coding : {"gzip", "zstd"}) {
    TestingClient client = raw();
    client.send("GET /sparql?query=stall&format=tsv HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + coding + "\r\n\r\n");
    std::string got;
    while (testing_readable(without_chunks(behind_head(got))).find("the only row") == std::string::npos) {
      const std::string next = client.receive();
      ASSERT_FALSE(next.empty()) << got;
      got += next;
    }
    client.leave();
    wait_until([&] { return engine_.running == 0; });
  }
}

TEST_F(HttpServerTest, AnErrorInTheMiddleLeavesACompressedAnswerVisiblyIncomplete) {
  const std::string get = "GET /sparql?query=break+100000 HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ";
  for (const std::string coding : {"gzip", "zstd"}) {
    const std::string bytes = ask(get + coding + "\r\n\r\n");
    EXPECT_THAT(bytes, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(bytes, Not(EndsWith("\r\n0\r\n\r\n")));
    EXPECT_THROW(testing_decompressed(without_chunks(behind_head(bytes))), std::runtime_error);
    EXPECT_THAT(testing_readable(without_chunks(behind_head(bytes))), HasSubstr("row 90000"));
  }
}

TEST_F(HttpServerTest, AClientThatLeavesEndsItsCompressedAnswer) {
  for (const std::string coding : {"gzip", "zstd"}) {
    TestingClient gone = raw();
    gone.send("GET /sparql?query=endless HTTP/1.1\r\nHost: a\r\nAccept-Encoding: " + coding + "\r\n\r\n");
    ASSERT_FALSE(gone.receive().empty());
    gone.leave();
    wait_until([&] { return engine_.running == 0; });
  }
  EXPECT_EQ(engine_.cancelled, 2);
}

TEST_F(HttpServerTest, HeadNamesNoLengthOfAnAnswerThatIsNotMade) {
  const std::string bytes =
      ask("HEAD /data?default HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n"
          "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const std::size_t second = bytes.find("HTTP/1.1 200 OK", 1);
  ASSERT_NE(second, std::string::npos) << bytes;
  EXPECT_THAT(bytes.substr(0, second), Not(HasSubstr("Content-Length")));
  EXPECT_THAT(bytes.substr(second), HasSubstr("Content-Length"));
}

TEST_F(HttpServerTest, ErrorsHaveTheirStatusAndSayWhy) {
  auto http = client();
  const std::vector<std::pair<std::string, int>> kinds{{"user", 400},    {"syntax", 400}, {"unsupported", 501},
                                                       {"timeout", 503}, {"memory", 507}, {"io", 500},
                                                       {"internal", 500}};
  for (const auto& [kind, status] : kinds) {
    const auto result = http.Get("/sparql?query=fail%20" + kind);
    ASSERT_TRUE(result) << kind;
    EXPECT_EQ(result->status, status) << kind;
    EXPECT_EQ(result->get_header_value("Content-Type"), "text/plain; charset=utf-8");
    EXPECT_EQ(result->has_header("Retry-After"), status == 503);
  }
  EXPECT_EQ(http.Get("/sparql?query=fail%20syntax")->body, "line 3, column 7: expected a term, found '}'\n");
  EXPECT_EQ(http.Get("/sparql?query=throw")->status, 500);
  EXPECT_EQ(http.Get("/sparql?query=silent")->status, 500);
  EXPECT_EQ(http.Get("/sparql?timeout=1")->status, 400);
  EXPECT_EQ(http.Post("/sparql", "x", "text/turtle")->status, 415);
}

TEST_F(HttpServerTest, AnErrorBeforeTheFirstPieceHasLeftStillChangesTheStatus) {
  EXPECT_EQ(client().Get("/sparql?query=break%205")->status, 507);
}

TEST_F(HttpServerTest, AnErrorInTheMiddleLeavesAVisiblyIncompleteAnswer) {
  EXPECT_FALSE(client().Get("/sparql?query=break%2010000"));
  const std::string bytes = ask("GET /sparql?query=break+10000 HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(bytes, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(bytes, Not(EndsWith("\r\n0\r\n\r\n")));
  TestingClient old = raw();
  old.send("GET /sparql?query=break+10000 HTTP/1.0\r\n\r\n");
  EXPECT_THAT(old.receive_all(), Not(HasSubstr("chunked")));
  EXPECT_TRUE(old.was_reset());
}

// HTTP/1.0 has no chunks: without a reset, such a client would take a part for the whole.
TEST_F(HttpServerTest, AnswersToOldClientsThatTheServersStopCutsOffEndByAReset) {
  TestingClient old = raw();
  old.send("GET /sparql?query=stall&format=csv HTTP/1.0\r\n\r\n");
  std::string got;
  while (got.find("the only row") == std::string::npos) {
    const std::string next = old.receive();
    ASSERT_FALSE(next.empty()) << got;
    got += next;
  }
  server_->stop();
  old.receive_all();
  EXPECT_TRUE(old.was_reset());
}

TEST_F(HttpServerTest, AnswersToOldClientsThatTakeNothingEndByAReset) {
  HttpOptions options;
  options.connections.limits.write_timeout_ms = 100;
  start(options);
  TestingClient lazy = raw();
  lazy.send("GET /sparql?query=endless HTTP/1.0\r\n\r\n");
  wait_until([&] { return engine_.cancelled == 1 && engine_.running == 0; });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  lazy.receive_all();
  EXPECT_TRUE(lazy.was_reset());
}

TEST_F(HttpServerTest, OldClientsGetAnswersWithoutChunks) {
  const std::string bytes = ask("GET /sparql?query=rows+5000&format=csv HTTP/1.0\r\n\r\n");
  EXPECT_THAT(bytes, HasSubstr("Connection: close\r\n"));
  EXPECT_THAT(bytes, Not(HasSubstr("Transfer-Encoding")));
  EXPECT_THAT(bytes, EndsWith("row 4998\r\nrow 4999\r\n"));
}

TEST_F(HttpServerTest, AClientThatLeavesEndsItsQuery) {
  for (const std::string query : {"wait", "endless"}) {
    TestingClient gone = raw();
    gone.send("GET /sparql?query=" + query + " HTTP/1.1\r\nHost: a\r\n\r\n");
    wait_until([&] { return engine_.running == 1; });
    gone.leave();
    wait_until([&] { return engine_.running == 0; });
  }
  EXPECT_EQ(engine_.cancelled, 2);
}

TEST_F(HttpServerTest, WhatThereIsIsSentThoughNothingElseComes) {
  TestingClient client = raw();
  client.send("GET /sparql?query=stall&format=tsv HTTP/1.1\r\nHost: a\r\n\r\n");
  std::string got;
  while (got.find("the only row") == std::string::npos) {
    const std::string next = client.receive();
    ASSERT_FALSE(next.empty()) << got;
    got += next;
  }
  EXPECT_EQ(engine_.running, 1);
  client.leave();
  wait_until([&] { return engine_.running == 0; });
}

TEST_F(HttpServerTest, AClientThatTakesNothingIsGivenUp) {
  HttpOptions options;
  options.connections.limits.write_timeout_ms = 100;
  start(options);
  TestingClient lazy = raw();
  lazy.send("GET /sparql?query=endless HTTP/1.1\r\nHost: a\r\n\r\n");
  wait_until([&] { return engine_.cancelled == 1; });
}

TEST_F(HttpServerTest, AClientThatTakesNothingIsGivenUpSoonerWhereOthersWait) {
  HttpOptions options;
  options.connections.limits.wanted_timeout_ms = 100;
  start(options);
  TestingClient lazy = raw();
  lazy.send("GET /sparql?query=endless HTTP/1.1\r\nHost: a\r\n\r\n");
  wait_until([&] { return engine_.others_asked > 0; });
  EXPECT_EQ(engine_.cancelled, 0);
  engine_.others_want = true;
  wait_until([&] { return engine_.cancelled == 1; });
}

TEST_F(HttpServerTest, SixteenClientsAtOnceGetTheirOwnAnswers) {
  start();
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&, i] {
      auto http = client();
      for (int round = 0; round < 50; ++round) {
        const int rows = i * 100 + round;
        const auto result = http.Get("/sparql?query=rows%20" + std::to_string(rows));
        good += result && result->status == 200 && bindings(result->body).size() == static_cast<std::size_t>(rows);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 16 * 50);
}

TEST_F(HttpServerTest, RequestsFollowEachOtherOnOneConnection) {
  const std::string get = "GET /sparql?query=rows+1&format=csv HTTP/1.1\r\nHost: a\r\n\r\n";
  const std::string post =
      "POST /sparql?format=csv HTTP/1.1\r\nHost: a\r\nContent-Type: application/sparql-query\r\nTransfer-Encoding: "
      "chunked\r\n\r\n"
      "3\r\nrow\r\n3\r\ns 1\r\n0\r\n\r\n";
  const std::string last = "GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const std::string bytes = ask(get + post + get + last);
  std::size_t answers = 0;
  for (std::size_t at = 0; (at = bytes.find("row 0\r\n", at)) != std::string::npos; ++at) ++answers;
  EXPECT_EQ(answers, 3u) << bytes;
  EXPECT_THAT(bytes, EndsWith("{\"status\":\"ok\"}"));
}

TEST_F(HttpServerTest, HeadTellsTheHeadersAlone) {
  const std::string bytes =
      ask("HEAD /sparql?query=rows+1000000 HTTP/1.1\r\nHost: a\r\n\r\nHEAD / HTTP/1.1\r\nHost: a\r\nConnection: "
          "close\r\n\r\n");
  EXPECT_THAT(bytes, HasSubstr("application/sparql-results+json"));
  EXPECT_THAT(bytes, HasSubstr("text/html"));
  EXPECT_THAT(bytes, Not(HasSubstr("row")));
  EXPECT_THAT(bytes, EndsWith("\r\n\r\n"));
}

TEST_F(HttpServerTest, OptionsTellWhatOtherOriginsMayDo) {
  auto http = client();
  const auto result = http.Options("/sparql");
  EXPECT_EQ(result->status, 204);
  EXPECT_EQ(result->get_header_value("Access-Control-Allow-Methods"), "GET, HEAD, POST, OPTIONS");
  EXPECT_THAT(result->get_header_value("Access-Control-Allow-Headers"), HasSubstr("Authorization"));
}

TEST_F(HttpServerTest, PagesOfAllowedOriginsMayChangeData) {
  HttpOptions options;
  options.pages.allow_origins = {"https://app.example.org"};
  start(options);
  auto http = client();
  const auto status = [&](const char* origin, const char* path) {
    return http.Post(path, {{"Origin", origin}}, "insert a", "application/sparql-update")->status;
  };
  for (const char* path : {"/update", "/sparql"}) {
    EXPECT_EQ(status("https://app.example.org", path), 200);
    EXPECT_EQ(status("https://App.example.org", path), 200);
    for (const char* other :
         {"http://app.example.org", "https://app.example.org:8443", "https://example.org", "null"}) {
      EXPECT_EQ(status(other, path), 403) << other;
    }
  }
  const httplib::Headers allowed{{"Origin", "https://app.example.org"}};
  EXPECT_EQ(http.Put("/data?default", allowed, "a", "text/turtle")->status, 200);
  EXPECT_THAT(http.Post("/update", {{"Origin", "http://b"}}, "insert a", "application/sparql-update")->body,
              HasSubstr("--allow-origin"));
}

TEST_F(HttpServerTest, ScriptsOfAllowedOriginsReadAnswers) {
  HttpOptions options;
  options.pages.allow_origins = {"https://app.example.org"};
  start(options);
  auto http = client();
  const auto allowed = [&](const httplib::Headers& headers) {
    const auto result = http.Get("/sparql?query=rows+1", headers);
    EXPECT_FALSE(result->has_header("Access-Control-Allow-Credentials"));
    EXPECT_EQ(result->get_header_value("Vary"), "Origin");
    return result->get_header_value("Access-Control-Allow-Origin");
  };
  EXPECT_EQ(allowed({{"Origin", "https://app.example.org"}}), "https://app.example.org");
  EXPECT_EQ(allowed({{"Origin", "https://other.example.org"}}), "");
  EXPECT_EQ(allowed({}), "");
}

TEST_F(HttpServerTest, AStarLetsAllPagesReadAndIsNotSentToThoseWithCredentials) {
  HttpOptions options;
  options.pages.allow_origins = {"*", "https://app.example.org"};
  start(options);
  auto http = client();
  const httplib::Headers page{{"Origin", "https://b.example.org"}};
  EXPECT_EQ(http.Get("/sparql?query=rows+1", page)->get_header_value("Access-Control-Allow-Origin"), "*");
  httplib::Headers with_token = page;
  with_token.emplace("Authorization", "Bearer x");
  const auto refused = http.Get("/sparql?query=rows+1", with_token);
  EXPECT_EQ(refused->status, 401);
  EXPECT_EQ(refused->get_header_value("Access-Control-Allow-Origin"), "https://b.example.org");
  EXPECT_EQ(http.Post("/update", page, "insert a", "application/sparql-update")->status, 403);
}

TEST_F(HttpServerTest, ThereIsAPageForPeopleAndOneForMonitors) {
  auto http = client();
  EXPECT_THAT(http.Get("/")->body, HasSubstr("/sparql"));
  EXPECT_EQ(http.Get("/health")->body, "{\"status\":\"ok\"}");
  EXPECT_EQ(http.Get("/nowhere")->status, 404);
}

TEST_F(HttpServerTest, AddressesOfFusekiNameThoseHere) {
  auto http = client();
  const std::pair<const char*, const char*> addresses[] = {
      {"/$/ping", "/ready"}, {"/$/backup/ds", "POST /admin/backup"}, {"/get?default", "/data"}};
  for (const auto& [path, here] : addresses) {
    const auto result = http.Get(path);
    EXPECT_EQ(result->status, 404) << path;
    EXPECT_THAT(result->body, HasSubstr(std::string("what Fuseki has there is ") + here + " here")) << path;
  }
  EXPECT_THAT(http.Get("/getter")->body, Not(HasSubstr("Fuseki")));
  EXPECT_THAT(http.Get("/data?graph=default")->body, HasSubstr("found 'default'; the default graph is ?default"));
}

TEST_F(HttpServerTest, OperationsOfProgramsAtThePageAreLedToTheirAddress) {
  auto http = client();
  const httplib::Headers program{{"Accept", "application/sparql-results+json, */*;q=0.1"}};
  const httplib::Headers browser{{"Accept", "text/html,application/xml;q=0.9,*/*;q=0.8"}};
  const std::pair<const char*, const char*> addresses[] = {{"/?query=rows+1", "/sparql?query=rows+1"},
                                                           {"/?default", "/data?default"},
                                                           {"/?graph=urn:g", "/data?graph=urn:g"}};
  for (const auto& [path, here] : addresses) {
    const auto result = http.Get(path, program);
    EXPECT_EQ(result->status, 308) << path;
    EXPECT_EQ(result->get_header_value("Location"), here);
    EXPECT_EQ(http.Get(path, browser)->status, 200) << path;
  }
  EXPECT_EQ(http.Get("/?other=1", program)->status, 200);
  EXPECT_THAT(http.Post("/", "query=rows+1", "application/x-www-form-urlencoded")->body,
              HasSubstr("queries and updates go to sparql below it"));
}

TEST_F(HttpServerTest, MethodsThatAnEndpointDoesNotHaveAreRefused) {
  auto http = client();
  const auto put = http.Put("/sparql", "x", "text/plain");
  EXPECT_EQ(put->status, 405);
  EXPECT_EQ(put->get_header_value("Allow"), "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(http.Post("/health", "x", "text/plain")->status, 405);
  EXPECT_EQ(http.Delete("/sparql")->status, 405);
}

TEST_F(HttpServerTest, MalformedRequestsAreRefusedAndEndTheConnection) {
  const std::string post = "POST /sparql HTTP/1.1\r\nHost: a\r\nContent-Type: application/sparql-query\r\n";
  const std::vector<std::pair<std::string, std::string>> requests{
      {"nonsense\r\n\r\n", "400"},
      {"GET /sparql HTTP/3\r\n\r\n", "400"},
      {"GET /" + std::string(66'000, 'a') + " HTTP/1.1\r\n\r\n", "414"},
      {post + "Content-Length: x\r\n\r\n", "400"},
      {post + "Content-Length: -1\r\n\r\n", "400"},
      {post + "Content-Length: 99999999999999999999\r\n\r\n", "413"},
      {post + "Content-Encoding: rot13\r\nContent-Length: 1\r\n\r\na", "415"},
      {post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "400"},
      {post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"},
      {post + "Transfer-Encoding: gzip\r\n\r\n", "400"},
      {"POST /sparql HTTP/1.0\r\nContent-Type: application/sparql-query\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       "400"},
      {"GET /sparql?query=rows+1&default-graph-uri=http://a/%FF HTTP/1.1\r\nConnection: close\r\n\r\n", "400"},
      {post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", "400"},
      {"GET /sparql?query=%zz HTTP/1.1\r\nConnection: close\r\n\r\n", "400"},
      {"POST /sparql HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3\r\n\r\nabc", "415"},
      {"GET /sparql?query=rows+1 HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", "200"},
  };
  for (const auto& [bytes, status] : requests) {
    EXPECT_THAT(ask(bytes), StartsWith("HTTP/1.1 " + status + " ")) << bytes.substr(0, 200);
  }
}

TEST_F(HttpServerTest, MessagesOfLimitsSayWhatToDo) {
  const std::string post = "POST /sparql HTTP/1.1\r\nContent-Type: application/sparql-query\r\n";
  EXPECT_THAT(ask("GET /" + std::string(66'000, 'a') + " HTTP/1.1\r\n\r\n"),
              testing::AllOf(HasSubstr("414 URI Too Long"), HasSubstr("64 KiB"), HasSubstr("send the query by POST")));
  EXPECT_THAT(ask("GET / HTTP/1.1\r\nX: " + std::string(140'000, 'a') + "\r\n\r\n"),
              HasSubstr("128 KiB, the limit for both together"));
  EXPECT_THAT(ask(post + "Content-Length: 99999999\r\n\r\n"),
              testing::AllOf(StartsWith("HTTP/1.1 413 "), HasSubstr("larger than 64 MiB"), HasSubstr("/data")));
  const auto late = client().Get("/sparql?query=fail%20timeout&timeout=2500ms");
  EXPECT_THAT(late->body, StartsWith("the query did not end within its time limit of 2.5 s; "));
  for (const char* what : {"timeout=SECONDS", "serve --timeout"}) EXPECT_THAT(late->body, HasSubstr(what));
  EXPECT_THAT(client().Get("/sparql?query=fail%20timeout")->body, HasSubstr("limit of 60 s"));
  const auto update = client().Post("/update?timeout=5", "fail timeout", "application/sparql-update");
  EXPECT_THAT(update->body, HasSubstr("limit of 5 s"));
}

TEST_F(HttpServerTest, WhatMayBeABodyIsNotTheNextRequest) {
  for (const char* method : {"GET", "HEAD", "DELETE"}) {
    const std::string bytes = ask(std::string(method) +
                                  " /health HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 26\r\n\r\n"
                                  "GET /nowhere HTTP/1.1\r\n\r\n");
    EXPECT_THAT(bytes, StartsWith("HTTP/1.1 "));
    EXPECT_THAT(bytes, Not(HasSubstr("404"))) << method;
  }
}

TEST_F(HttpServerTest, HeadersAndBodiesAreBounded) {
  HttpOptions options;
  options.connections.max_body_bytes = 1000;
  options.connections.limits.max_header_bytes = 2000;
  start(options);
  std::string many = "GET / HTTP/1.1\r\n";
  while (many.size() < 5000) many += "X-Filler: some text\r\n";
  EXPECT_THAT(ask(many + "\r\n"), StartsWith("HTTP/1.1 431 "));
  auto http = client();
  EXPECT_EQ(http.Post("/sparql", "rows 1" + std::string(994, ' '), "application/sparql-query")->status, 200);
  EXPECT_EQ(http.Post("/sparql", "rows 1" + std::string(995, ' '), "application/sparql-query")->status, 413);
  std::string chunked =
      "POST /sparql HTTP/1.1\r\nContent-Type: application/sparql-query\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 20; ++i) chunked += "64\r\n" + std::string(100, ' ') + "\r\n";
  EXPECT_THAT(ask(chunked + "0\r\n\r\n"), StartsWith("HTTP/1.1 413 "));
}

TEST_F(HttpServerTest, HalfARequestDoesNotHoldItsPlaceForEver) {
  HttpOptions options;
  options.connections.limits.read_timeout_ms = 100;
  options.connections.idle_timeout_ms = 100;
  start(options);
  Stopwatch watch;
  ask("GET /sparql HTTP/1.1\r\nX-A: ");
  ask("POST /sparql HTTP/1.1\r\nContent-Type: application/sparql-query\r\nContent-Length: 100\r\n\r\nabc");
  ask("");
  EXPECT_LT(watch.seconds(), 4);
}

TEST_F(HttpServerTest, OverTheLimitQueriesAreRefusedButHealthIsNot) {
  HttpOptions options;
  options.max_connections = 4;
  start(options);
  std::vector<std::unique_ptr<TestingClient>> busy;
  for (int i = 0; i < 4; ++i) {
    busy.push_back(std::make_unique<TestingClient>(server_->port()));
    busy.back()->send("GET /sparql?query=wait HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  wait_until([&] { return engine_.running == 4; });
  const std::string refused = ask("GET /sparql?query=rows+1 HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(refused, StartsWith("HTTP/1.1 503 "));
  EXPECT_THAT(refused, HasSubstr("Retry-After: "));
  EXPECT_THAT(refused, HasSubstr("all 4 connections"));
  EXPECT_THAT(ask("GET /health HTTP/1.1\r\nHost: a\r\n\r\n"), EndsWith("{\"status\":\"ok\"}"));
  busy.clear();
  wait_until([&] { return engine_.running == 0; });
  wait_until([&] { return client().Get("/sparql?query=rows%201")->status == 200; });
}

TEST_F(HttpServerTest, AnIdleConnectionMakesRoomForANewOne) {
  HttpOptions options;
  options.max_connections = 2;
  start(options);
  TestingClient first = raw(), second = raw();
  for (TestingClient* client : {&first, &second}) {
    client->send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_THAT(client->receive_answer(), HasSubstr("200 OK"));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  TestingClient third = raw();
  third.send("GET /sparql?query=rows+1&format=csv HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(third.receive_answer(), HasSubstr("200 OK"));
  EXPECT_EQ(first.receive(1000), "");
}

TEST_F(HttpServerTest, StopEndsIdleAndBusyConnectionsWithinTwoSeconds) {
  start();
  TestingClient idle = raw(), busy = raw(), reading = raw();
  busy.send("GET /sparql?query=wait HTTP/1.1\r\nHost: a\r\n\r\n");
  reading.send("GET /sparql?query=endless HTTP/1.1\r\nHost: a\r\n\r\n");
  wait_until([&] { return engine_.running == 2; });
  const int port = server_->port();
  Stopwatch watch;
  server_->stop();
  EXPECT_LT(watch.seconds(), 2);
  EXPECT_EQ(engine_.running, 0);
  EXPECT_THROW(TestingClient{port}, std::runtime_error);
}

TEST_F(HttpServerTest, UntilTheEngineIsThereEverythingIs503AndHealthHasTheProgress) {
  StartingEngine starting;
  HttpOptions options;
  options.port = 0;
  options.tls = testing_tls_options();
  server_.emplace(starting, access_, options);
  auto http = client();
  EXPECT_EQ(http.Get("/health")->body, "{\"status\":\"opening the database\"}\n");
  starting.recovering(0.409);
  const auto health = http.Get("/health");
  EXPECT_EQ(health->status, 503);
  EXPECT_EQ(health->body, "{\"status\":\"recovering, 40 %\"}\n");
  for (const char* path : {"/", "/sparql?query=rows%201", "/sparql", "/data?default"}) {
    const auto refused = http.Get(path);
    EXPECT_EQ(refused->status, 503) << path;
    EXPECT_EQ(refused->get_header_value("Retry-After"), "1");
    EXPECT_THAT(refused->body, HasSubstr("recovering, 40 %"));
  }
  const auto put = http.Put("/data?default", "a\nb\n", "application/n-triples");
  EXPECT_EQ(put->status, 503);
  EXPECT_EQ(http.Post("/update", "insert a", "application/sparql-update")->status, 503);
  starting.start(engine_);
  EXPECT_EQ(http.Get("/health")->body, "{\"status\":\"ok\"}");
  EXPECT_EQ(http.Get("/sparql?query=rows%201")->status, 200);
  server_.reset();
}

TEST_F(HttpServerTest, APortInUseIsAnErrorThatSaysSo) {
  start();
  HttpOptions options;
  options.port = server_->port();
  try {
    HttpServer second(engine_, access_, options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_THAT(error.what(), HasSubstr("--port"));
  }
  options.host = "no.such.host.invalid";
  EXPECT_THROW(HttpServer(engine_, access_, options), Error);
}

}  // namespace quadrille::server
