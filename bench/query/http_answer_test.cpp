#include "bench/query/http_answer.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::bench {
namespace {

struct Read {
  HttpAnswer answer;
  std::string body;
};

// All of `text`, in pieces of so many bytes.
Read read(std::string_view text, std::size_t piece) {
  Read read;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    read.answer.take(text.substr(at, piece), [&](std::string_view bytes) { read.body += bytes; });
  }
  return read;
}

class HttpAnswerInPieces : public ::testing::TestWithParam<std::size_t> {};

TEST_P(HttpAnswerInPieces, OfALength) {
  const Read got = read("HTTP/1.1 200 OK\r\ncontent-LENGTH: 5\r\nContent-Type: text/x\r\n\r\nabcde", GetParam());
  EXPECT_TRUE(got.answer.is_done());
  EXPECT_EQ(got.answer.status(), 200);
  EXPECT_EQ(got.answer.content_type(), "text/x");
  EXPECT_TRUE(got.answer.keeps_alive());
  EXPECT_EQ(got.body, "abcde");
}

TEST_P(HttpAnswerInPieces, InChunks) {
  const Read got = read(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n",
      GetParam());
  EXPECT_TRUE(got.answer.is_done());
  EXPECT_EQ(got.body, "abc0123456789");
}

TEST_P(HttpAnswerInPieces, UpToTheEndOfTheConnection) {
  Read got = read("HTTP/1.0 200 OK\r\n\r\nabc", GetParam());
  EXPECT_FALSE(got.answer.is_done());
  EXPECT_TRUE(got.answer.end());
  EXPECT_FALSE(got.answer.keeps_alive());
  EXPECT_EQ(got.body, "abc");
}

TEST_P(HttpAnswerInPieces, AfterAProvisionalOne) {
  const Read got = read(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", GetParam());
  EXPECT_TRUE(got.answer.is_done());
  EXPECT_EQ(got.answer.status(), 503);
  EXPECT_FALSE(got.answer.keeps_alive());
}

INSTANTIATE_TEST_SUITE_P(Bytes, HttpAnswerInPieces, ::testing::Values(1, 2, 7, 1000));

TEST(HttpAnswer, ThatEndsEarlyIsNotWhole) {
  Read got = read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc", 100);
  EXPECT_FALSE(got.answer.end());
  EXPECT_TRUE(got.answer.has_begun());
  EXPECT_FALSE(HttpAnswer().has_begun());
}

TEST(HttpAnswer, OfSomethingElseIsAnError) {
  for (const char* text : {"SSH-2.0-x\r\n\r\n", "HTTP/1.1 2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n"}) {
    EXPECT_THROW(read(text, 1000), Error) << text;
  }
  EXPECT_THROW(read(std::string(200'000, 'x'), 1000), Error);
}

}  // namespace
}  // namespace quadrille::bench
