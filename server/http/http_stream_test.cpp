#include "server/http/http_stream.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

#include "server/http/testing/tls.hpp"

namespace quadrille::server {
namespace {

constexpr std::chrono::milliseconds kPause{20};
const std::string kRequest = "GET /" + std::string(120, 'a') + " HTTP/1.1\r\n";

// Both ends of a connection with TLS, which a test drives. The client is a thread where both must act at once.
class HttpStreamTest : public testing::Test {
 protected:
  HttpStreamTest() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets_.data()), 0);
    fcntl(sockets_[0], F_SETFL, O_NONBLOCK);
    limits_.read_timeout_ms = 200;
  }
  ~HttpStreamTest() override {
    leaves_ = true;
    if (client_.joinable()) client_.join();
    for (const int socket : sockets_) close(socket);
  }

  std::unique_ptr<HttpStream> accept() {
    return std::make_unique<HttpStream>(sockets_[0], limits_, context_.accept(sockets_[0]));
  }
  void put(std::string_view bytes) const {
    EXPECT_EQ(::send(sockets_[1], bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }
  void put_slowly(std::string_view bytes) const {
    for (const char byte : bytes) {
      if (leaves_ || ::send(sockets_[1], &byte, 1, MSG_NOSIGNAL) != 1) return;
      std::this_thread::sleep_for(kPause);
    }
  }
  std::string get() const {
    std::string bytes(64 << 10, '\0');
    const ssize_t got = recv(sockets_[1], bytes.data(), bytes.size(), 0);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return bytes;
  }
  void shake_hands() {
    while (!tls_.handshake()) {
      put(tls_.outgoing());
      tls_.take(get());
    }
    put(tls_.outgoing());
  }
  // Between the two, so that the client can go on with a stream that has begun.
  std::unique_ptr<HttpStream> accept_with_first_line() {
    client_ = std::thread([this] {
      shake_hands();
      put(tls_.seal(kRequest));
    });
    auto stream = accept();
    EXPECT_TRUE(stream->wait_for_request(5000));
    client_.join();
    std::string line;
    EXPECT_EQ(stream->read_line(line, 1000), HttpStream::Line::whole);
    EXPECT_EQ(line, kRequest);
    return stream;
  }

  const TestingAuthority authority_;
  TlsContext context_{authority_.issue("server"), nullptr};
  std::array<int, 2> sockets_{};
  StreamLimits limits_;
  TestingTls tls_;
  std::atomic<bool> leaves_ = false;
  std::thread client_;
};

}  // namespace

// The records of these tests take more than two seconds to arrive; each byte arrives within the read timeout.

TEST_F(HttpStreamTest, AHandshakeThatComesByteByByteEndsWithTheReadTimeout) {
  client_ = std::thread([this] {
    tls_.handshake();
    put_slowly(tls_.outgoing());
  });
  const auto stream = accept();
  const Stopwatch watch;
  EXPECT_FALSE(stream->wait_for_request(5000));
  EXPECT_LT(watch.seconds(), 1);
}

TEST_F(HttpStreamTest, TheFirstRecordOfARequestThatComesByteByByteEndsWithTheReadTimeout) {
  std::atomic<bool> is_ready = false;
  client_ = std::thread([&] {
    shake_hands();
    is_ready = true;
    put_slowly(tls_.seal(kRequest));
  });
  const auto stream = accept();
  const Stopwatch watch;
  EXPECT_FALSE(stream->wait_for_request(5000));
  EXPECT_TRUE(is_ready);
  EXPECT_LT(watch.seconds(), 1.5);
}

TEST_F(HttpStreamTest, ALaterRecordOfAHeadThatComesByteByByteEndsWithTheReadTimeout) {
  const auto stream = accept_with_first_line();
  client_ = std::thread([this] { put_slowly(tls_.seal("X: " + std::string(120, 'a') + "\r\n")); });
  const Stopwatch watch;
  std::string line;
  EXPECT_EQ(stream->read_line(line, 1000), HttpStream::Line::ended);
  EXPECT_LT(watch.seconds(), 1);
}

TEST_F(HttpStreamTest, ARecordOfABodyThatComesByteByByteEndsWithTheReadTimeout) {
  const auto stream = accept_with_first_line();
  client_ = std::thread([this] { put_slowly(tls_.seal(std::string(120, 'a'))); });
  const Stopwatch watch;
  std::array<char, 1000> body{};
  EXPECT_LE(stream->read(body.data(), body.size()), 0);
  EXPECT_LT(watch.seconds(), 1);
}

TEST_F(HttpStreamTest, AConnectionBetweenTwoRequestsWaitsLongerThanTheReadTimeout) {
  const auto stream = accept_with_first_line();
  client_ = std::thread([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(600));
    put(tls_.seal(kRequest));
  });
  EXPECT_TRUE(stream->wait_for_request(30'000));
}

TEST_F(HttpStreamTest, RecordsThatArriveTogetherAreAllReceived) {
  const auto stream = accept_with_first_line();
  std::string records;
  for (int i = 0; i < 3; ++i) records += tls_.seal(kRequest);
  put(records);  // two of them are read ahead
  for (int i = 0; i < 3; ++i) {
    std::string line;
    EXPECT_TRUE(stream->wait_for_request(5000));
    EXPECT_EQ(stream->read_line(line, 1000), HttpStream::Line::whole);
    EXPECT_EQ(line, kRequest);
  }
}

TEST_F(HttpStreamTest, TheEndIsSaidThoughTheClientHasNotTakenTheAnswerYet) {
  const auto stream = accept_with_first_line();
  int queued = 0, most = 0;
  socklen_t size = sizeof most;
  getsockopt(sockets_[0], SOL_SOCKET, SO_SNDBUF, &most, &size);
  const std::string_view part = "row\n";
  std::size_t sent = 0;
  do {
    ASSERT_TRUE(stream->send({&part, 1}));
    sent += part.size();
    ioctl(sockets_[0], SIOCOUTQ, &queued);
  } while (queued < most);  // nothing more fits
  std::string got;
  client_ = std::thread([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    for (std::string raw; !(raw = get()).empty();) got += tls_.take(raw);
  });
  stream->end_gently();
  client_.join();
  EXPECT_EQ(got.size(), sent);
  EXPECT_TRUE(tls_.saw_end());
}

TEST_F(HttpStreamTest, LongAnswersArriveUnchanged) {
  const auto stream = accept_with_first_line();
  std::string long_part;
  for (int i = 0; long_part.size() < 300'000; ++i) long_part += std::to_string(i) + " ";
  const std::array<std::string_view, 4> parts{"head\r\n", long_part, std::string_view(), "\r\n"};
  std::string got;
  client_ = std::thread([&] {
    for (std::string raw; !(raw = get()).empty();) got += tls_.take(raw);
  });
  EXPECT_TRUE(stream->send(parts));
  EXPECT_TRUE(stream->send(parts));
  stream->end_gently();
  client_.join();
  const std::string once = "head\r\n" + long_part + "\r\n";
  EXPECT_TRUE(got == once + once);
  EXPECT_TRUE(tls_.saw_end());
}

}  // namespace quadrille::server
