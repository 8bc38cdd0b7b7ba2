#include "server/update_client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http_server.hpp"
#include "server/testing_engine.hpp"

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

TEST(UpdateClient, ALocalServerIsReachedWhereverItListens) {
  EXPECT_EQ(server_url({.host = "0.0.0.0", .port = 1}), "http://127.0.0.1:1");
  EXPECT_EQ(server_url({.host = "::", .port = 2}), "http://[::1]:2");
  EXPECT_EQ(server_url({.host = "n1", .port = 3}), "http://n1:3");
}

TEST(UpdateClient, AnUpdateIsRunAndWhatItDidIsTold) {
  TestingEngine engine;
  HttpOptions options;
  options.port = 0;
  HttpServer server(engine, options);
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port());
  EXPECT_EQ(send_update(url, "insert a", 0), "{\"version\":1,\"inserted\":1,\"deleted\":0}\n");
  EXPECT_EQ(send_update(url + "/sparql", "insert b", 2.5), "{\"version\":2,\"inserted\":1,\"deleted\":0}\n");
  EXPECT_EQ(engine.last_update.timeout_seconds, 2.5);
  EXPECT_EQ(engine.graphs[""].size(), 2u);
  EXPECT_EQ(kind_of([&] { send_update(url, "fail syntax", 0); }), ErrorKind::user);
  EXPECT_EQ(kind_of([&] { send_update(url, "fail unsupported", 0); }), ErrorKind::unsupported);
  EXPECT_EQ(kind_of([&] { send_update(url, "fail storage_full", 0); }), ErrorKind::storage_full);
  server.stop();
  EXPECT_EQ(kind_of([&] { send_update(url, "insert c", 0); }), ErrorKind::io);
  EXPECT_EQ(kind_of([&] { send_update("n1:80", "insert c", 0); }), ErrorKind::user);
}

}  // namespace quadrille::server
