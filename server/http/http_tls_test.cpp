// The server with TLS: how connections end, and clients that do not speak TLS.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/clock.hpp"
#include "server/http/http_server.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::chrono::milliseconds kMoment{300};

class HttpTlsTest : public testing::Test {
 protected:
  HttpTlsTest() {
    options_.port = 0;
    options_.public_names = {"a"};
    options_.tls = authority_.issue("server");
  }
  int port() {
    if (!server_) server_.emplace(engine_, access_, options_);
    return server_->port();
  }
  struct Conversation {
    std::string bytes;
    bool was_cut = false;  // ended without close_notify
  };
  Conversation ask(std::string_view bytes) {
    TestingClient client(port(), true);
    client.send(bytes);
    Conversation all{client.receive_all()};
    all.was_cut = client.was_reset();
    return all;
  }

  const TestingAuthority authority_;
  TestingEngine engine_;
  Access access_{AccessSettings{}};
  HttpOptions options_;
  std::optional<HttpServer> server_;
};

}  // namespace

TEST_F(HttpTlsTest, AesWith128BitsIsChosen) {
  TestingClient client(port(), true);
  EXPECT_EQ(client.cipher(), "TLS_AES_128_GCM_SHA256");
}

}  // namespace quadrille::server
