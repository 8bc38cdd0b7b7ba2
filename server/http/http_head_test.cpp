#include "server/http/http_head.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace quadrille::server {
namespace {

// The server's end of a connection whose client has sent these pieces and disconnected.
class HttpHeadTest : public testing::Test {
 protected:
  HeadOutcome read(std::string_view bytes, StreamLimits limits = {}) {
    std::array<int, 2> sockets{};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()), 0);
    EXPECT_EQ(write(sockets[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    close(sockets[1]);
    HttpStream stream(sockets[0], limits);
    stream.wait_for_request(5000);
    const HeadOutcome outcome = head_.read(stream);
    std::array<char, 100> rest{};
    const ssize_t got = outcome == HeadOutcome::whole ? stream.read(rest.data(), rest.size()) : 0;
    rest_.assign(rest.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    close(sockets[0]);
    return outcome;
  }

  HttpHead head_;
  std::string rest_;
};

TEST_F(HttpHeadTest, HasRequestLineAndHeadersAndLeavesTheBody) {
  ASSERT_EQ(read("POST /a%20b/c+d?x=1%202+3 HTTP/1.1\r\nhost: h\r\nX-Empty:\r\nX-Two: \t a b \r\n\r\nbody"),
            HeadOutcome::whole);
  EXPECT_EQ(head_.method(), "POST");
  EXPECT_EQ(head_.target(), "/a%20b/c+d?x=1%202+3");
  EXPECT_EQ(head_.path(), "/a b/c+d");
  EXPECT_EQ(head_.header("Host"), "h");
  EXPECT_EQ(head_.header("x-two"), "a b");
  EXPECT_EQ(head_.count("X-Empty"), 1u);
  EXPECT_EQ(head_.header("X-None"), "");
  EXPECT_EQ(rest_, "body");
}

TEST_F(HttpHeadTest, PassesOverEmptyLinesBeforeIt) {
  EXPECT_EQ(read("\r\n\r\nGET / HTTP/1.0\r\n\r\n"), HeadOutcome::whole);
  EXPECT_TRUE(head_.http_1_0());
}

TEST_F(HttpHeadTest, KeepsAPathWhosePercentIsNoEscape) {
  EXPECT_EQ(read("GET /a%zz HTTP/1.1\r\n\r\n"), HeadOutcome::whole);
  EXPECT_EQ(head_.path(), "/a%zz");
}

TEST_F(HttpHeadTest, TellsWhetherTheConnectionGoesOn) {
  const auto closes = [&](std::string_view version, std::string_view connection) {
    std::string text = "GET / HTTP/";
    text.append(version).append("\r\nConnection: ").append(connection).append("\r\n\r\n");
    EXPECT_EQ(read(text), HeadOutcome::whole);
    return head_.asks_to_close();
  };
  EXPECT_FALSE(closes("1.1", "keep-alive"));
  EXPECT_FALSE(closes("1.1", "x"));
  EXPECT_TRUE(closes("1.1", "Close"));
  EXPECT_TRUE(closes("1.1", "x, close"));
  EXPECT_TRUE(closes("1.0", "x"));
  EXPECT_FALSE(closes("1.0", "Keep-Alive"));
}

TEST_F(HttpHeadTest, WhatTwoServersCouldReadInTwoWaysIsMalformed) {
  for (const char* text :
       {"nonsense\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/2\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n",
        "G(T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\r\nA: b\n\r\n",
        "GET / HTTP/1.1\r\nA : b\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\n: b\r\n\r\n", "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n"}) {
    EXPECT_EQ(read(text), HeadOutcome::malformed) << text;
  }
  EXPECT_EQ(read(std::string_view("GET / HTTP/1.1\r\nA: \0\r\n\r\n", 24)), HeadOutcome::malformed);
}

TEST_F(HttpHeadTest, IsBounded) {
  EXPECT_EQ(read("GET /" + std::string(HttpHead::kLongestRequestLine, 'a') + " HTTP/1.1\r\n\r\n"),
            HeadOutcome::line_too_long);
  EXPECT_EQ(read("GET / HTTP/1.1\r\nA: " + std::string(140'000, 'a') + "\r\n\r\n"), HeadOutcome::headers_too_long);
  StreamLimits limits;
  limits.max_header_bytes = 100;
  std::string many = "GET / HTTP/1.1\r\n";
  while (many.size() < 200) many += "A: b\r\n";
  EXPECT_EQ(read(many + "\r\n", limits), HeadOutcome::headers_too_long);
}

// A VALUES of 800 IRIs by GET, the method of rdflib and SPARQLWrapper, and the headers of a browser.
TEST_F(HttpHeadTest, HoldsALongUrlAndLongHeaders) {
  const std::string target = "/sparql?query=" + std::string(HttpHead::kLongestRequestLine - 100, 'a');
  EXPECT_EQ(read("GET " + target + " HTTP/1.1\r\nCookie: " + std::string(50'000, 'b') + "\r\n\r\n"),
            HeadOutcome::whole);
  EXPECT_EQ(head_.target(), target);
}

TEST_F(HttpHeadTest, EndsWithTheConnection) {
  EXPECT_EQ(read(""), HeadOutcome::ended);
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost:"), HeadOutcome::ended);
}

}  // namespace
}  // namespace quadrille::server
