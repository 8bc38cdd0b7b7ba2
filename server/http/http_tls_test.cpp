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

TEST_F(HttpTlsTest, AnswersThatEndTheConnectionEndWithCloseNotify) {
  const std::string rest = " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const std::vector<std::string> requests{
      "GET /health" + rest,
      "GET /sparql?query=rows+100000" + rest,
      "HEAD /sparql?query=rows+100000" + rest,
      "GET /sparql?query=fail+memory" + rest,
      "GET /sparql?query=rows+3 HTTP/1.0\r\n\r\n",
      "GET /sparql?query=rows+100000&format=csv HTTP/1.0\r\n\r\n",
      "GET /sparql?query=rows+100000&format=csv HTTP/1.0\r\nAccept-Encoding: zstd\r\n\r\n",
      "nonsense\r\n\r\n",
      "GET /" + std::string(66'000, 'a') + " HTTP/1.1\r\n\r\n",
      "POST /update HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n" + std::string(100'000, 'a'),
  };
  for (const std::string& request : requests) {
    const Conversation answer = ask(request);
    EXPECT_THAT(answer.bytes, StartsWith("HTTP/1.1 ")) << request.substr(0, 100);
    EXPECT_FALSE(answer.was_cut) << request.substr(0, 100);
  }
}

TEST_F(HttpTlsTest, IdleConnectionsEndWithCloseNotify) {
  options_.connections.idle_timeout_ms = 100;
  const Conversation idle = ask("GET /health HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_THAT(idle.bytes, EndsWith("{\"status\":\"ok\"}"));
  EXPECT_FALSE(idle.was_cut);
}

TEST_F(HttpTlsTest, AnswersThatAreCutOffEndWithoutCloseNotify) {
  for (const char* version : {"1.0", "1.1"}) {
    for (const char* coding : {"identity", "gzip"}) {
      const Conversation answer =
          ask(fmt::format("GET /sparql?query=break+100000&format=csv HTTP/{}\r\nHost: a\r\nAccept-Encoding: {}\r\n\r\n",
                          version, coding));
      EXPECT_THAT(answer.bytes, StartsWith("HTTP/1.1 200 OK\r\n"));
      EXPECT_TRUE(answer.was_cut) << version << coding;
    }
  }
}

TEST_F(HttpTlsTest, AnswersOfAServerThatStopsEndWithoutCloseNotify) {
  for (const char* version : {"1.0", "1.1"}) {
    TestingClient client(port(), true);
    client.send(fmt::format("GET /sparql?query=stall&format=csv HTTP/{}\r\nHost: a\r\n\r\n", version));
    std::string got;
    while (got.find("the only row") == std::string::npos) {
      const std::string next = client.receive();
      ASSERT_FALSE(next.empty()) << got;
      got += next;
    }
    server_.reset();
    client.receive_all();
    EXPECT_TRUE(client.was_reset()) << version;
  }
}

TEST_F(HttpTlsTest, LongPlainRequestsAreToldToUseHttps) {
  TestingClient plain(port(), false);
  plain.send("POST /update HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n");
  for (int part = 0; part < 4; ++part) {
    EXPECT_TRUE(plain.send(std::string(1'000'000, 'a'))) << part;
    std::this_thread::sleep_for(kMoment);
  }
  EXPECT_THAT(plain.receive_all(), AllOf(StartsWith("HTTP/1.1 400 Bad Request\r\n"), HasSubstr("use https://")));
  EXPECT_FALSE(plain.was_reset());
}

TEST_F(HttpTlsTest, SlowPlainRequestsAreToldToUseHttps) {
  TestingClient plain(port(), false);
  for (const char* part : {"G", "ET /health HT", "TP/1.1\r\nHost: a\r\n", "\r\n"}) {
    EXPECT_TRUE(plain.send(part)) << part;
    std::this_thread::sleep_for(kMoment);
  }
  EXPECT_THAT(plain.receive_all(), AllOf(StartsWith("HTTP/1.1 400 Bad Request\r\n"), HasSubstr("use https://")));
  EXPECT_FALSE(plain.was_reset());
}

TEST_F(HttpTlsTest, PlainRequestsThatStopInTheMiddleDoNotHoldTheirPlace) {
  options_.connections.limits.read_timeout_ms = 100;
  TestingClient plain(port(), false);
  const Stopwatch watch;
  plain.send("GET /health HTTP/1.1\r\nHost:");
  EXPECT_THAT(plain.receive_all(), HasSubstr("use https://"));
  EXPECT_LT(watch.seconds(), 3);
}

TEST_F(HttpTlsTest, BytesOfOtherProtocolsEndTheConnection) {
  for (const std::string& bytes :
       {std::string("\0\1\2\3", 4), std::string(10'000, '\xff'), std::string("\x16\x03\x01\xff\xff garbage"),
        std::string("\x80\x2e\x01\x03\x01", 5)}) {
    TestingClient client(port(), false);
    client.send(bytes);
    const Stopwatch watch;
    EXPECT_THAT(client.receive_all(), Not(HasSubstr("200 OK")));
    EXPECT_LT(watch.seconds(), 5) << bytes.size();
  }
  EXPECT_THAT(ask("GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").bytes, HasSubstr("200 OK"));
}

TEST_F(HttpTlsTest, AesWith128BitsIsChosen) {
  TestingClient client(port(), true);
  EXPECT_EQ(client.cipher(), "TLS_AES_128_GCM_SHA256");
}

}  // namespace quadrille::server
