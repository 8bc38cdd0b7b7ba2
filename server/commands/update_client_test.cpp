#include "server/commands/update_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/commands/server_request.hpp"
#include "server/http/http_server.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

template <class Action>
ErrorKind kind_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "no error";
  return ErrorKind::internal;
}

}  // namespace

TEST(ServerRequest, ALocalServerIsReachedWhereverItListens) {
  const auto url = [](const char* host, int port) { return server_url({1, "machine", "serve", host, port}); };
  EXPECT_EQ(url("0.0.0.0", 1), "http://127.0.0.1:1");
  EXPECT_EQ(url("::", 2), "http://[::1]:2");
  EXPECT_EQ(url("n1", 3), "http://n1:3");
}

TEST(UpdateClient, AnUpdateIsRunAndWhatItDidIsTold) {
  TestingEngine engine;
  HttpOptions options;
  options.port = 0;
  Access access{AccessSettings{}};
  HttpServer server(engine, access, options);
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port());
  EXPECT_EQ(send_update(parse_server(url, "/update"), "insert a", 0), "{\"version\":1,\"inserted\":1,\"deleted\":0}\n");
  EXPECT_EQ(send_update(parse_server(url + "/sparql", "/update"), "insert b", 2.5),
            "{\"version\":2,\"inserted\":1,\"deleted\":0}\n");
  EXPECT_EQ(engine.last_update.timeout_seconds, 2.5);
  EXPECT_EQ(engine.graphs[""].size(), 2u);
  EXPECT_EQ(kind_of([&] { send_update(parse_server(url, "/update"), "fail syntax", 0); }), ErrorKind::user);
  EXPECT_EQ(kind_of([&] { send_update(parse_server(url, "/update"), "fail unsupported", 0); }), ErrorKind::unsupported);
  EXPECT_EQ(kind_of([&] { send_update(parse_server(url, "/update"), "fail storage_full", 0); }),
            ErrorKind::storage_full);
  server.stop();
  EXPECT_EQ(kind_of([&] { send_update(parse_server(url, "/update"), "insert c", 0); }), ErrorKind::io);
  EXPECT_EQ(kind_of([&] { send_update(parse_server("n1:80", "/update"), "insert c", 0); }), ErrorKind::user);
}

TEST(ServerRequest, AnAnswerComesPieceByPieceOrIsAnErrorWithTheServersMessage) {
  TestingEngine engine;
  HttpOptions options;
  options.port = 0;
  Access access{AccessSettings{}};
  HttpServer server(engine, access, options);
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port());
  const auto ask = [&](const std::string& query) {
    return ask_server({url, "/sparql?format=tsv", "application/sparql-query", query});
  };
  EXPECT_EQ(ask("rows 2"), "?x\n\"row 0\"\n\"row 1\"\n");
  EXPECT_GT(ask("rows 100000").size(), 1'000'000u);
  EXPECT_EQ(ask_server({url, "/health"}), "{\"status\":\"ok\"}");
  try {
    ask("fail syntax");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "line 3, column 7: expected a term, found '}'");
  }
}

TEST(ServerRequest, AnAnswerThatIsCutOffOrNotWantedIsAnError) {
  TestingEngine engine;
  HttpOptions options;
  options.port = 0;
  Access access{AccessSettings{}};
  HttpServer server(engine, access, options);
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port());
  EXPECT_EQ(kind_of([&] { ask_server({url, "/sparql", "application/sparql-query", "break 100000"}); }), ErrorKind::io);
  const auto full = [](std::string_view) { fail(ErrorKind::storage_full, "the disk is full"); };
  EXPECT_EQ(kind_of([&] {
              ask_server({url, "/sparql", "application/sparql-query", "endless"}, full);
            }),
            ErrorKind::storage_full);
}

}  // namespace quadrille::server
