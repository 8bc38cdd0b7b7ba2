#include "server/http/relay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "server/http/http_server.hpp"
#include "server/http/listener.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

enum class End : std::uint8_t { regular, reset, without_close_notify };

// Stands for image 0's server: gives one answer, without a length, and ends it in some way.
class FirstServer {
 public:
  FirstServer(std::string answer, End end)
      : listener_("127.0.0.1", 0), thread_([this, answer = std::move(answer), end] { serve(answer, end); }) {}
  ~FirstServer() {
    listener_.close_down();
    thread_.join();
  }
  int port() const { return listener_.port(); }

 private:
  void serve(const std::string& answer, End end) {
    const std::optional<int> socket = listener_.accept_next();
    if (!socket) return;
    std::unique_ptr<TlsContext> context;
    std::unique_ptr<TlsSession> session;
    if (testing_over_tls()) {
      context = std::make_unique<TlsContext>(testing_tls_options(), nullptr);
      session = context->accept(*socket);
      do_until_done(*socket, [&] { return session->handshake(); });
    }
    std::string got, piece(1000, '\0');
    while (got.find("\r\n\r\n") == std::string::npos) {
      const ssize_t size = do_until_done(*socket, [&]() -> TlsSession::Moved {
        if (session) return session->read(piece.data(), piece.size());
        const ssize_t bytes = recv(*socket, piece.data(), piece.size(), 0);
        return {bytes, static_cast<short>(bytes < 0 && errno == EAGAIN ? POLLIN : 0)};
      });
      if (size <= 0) break;
      got.append(piece, 0, static_cast<std::size_t>(size));
    }
    if (session) {
      session->write(answer.data(), answer.size());
      if (end == End::regular) session->say_end();
    } else {
      EXPECT_EQ(::send(*socket, answer.data(), answer.size(), MSG_NOSIGNAL), static_cast<ssize_t>(answer.size()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the answer has been taken before a reset
    const linger at_once{1, 0};
    if (end == End::reset) setsockopt(*socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(*socket);
  }

  static ssize_t do_until_done(int socket, const std::function<TlsSession::Moved()>& act) {
    for (;;) {
      const TlsSession::Moved moved = act();
      if (moved.wants == 0) return moved.bytes;
      pollfd waited{socket, moved.wants, 0};
      if (poll(&waited, 1, 5000) <= 0) return -1;
    }
  }

  Listener listener_;
  std::thread thread_;
};

class RelayTest : public testing::Test {
 protected:
  // What a client gets by way of the server of another group.
  struct Relayed {
    std::string answer;
    bool was_reset = false;
  };
  Relayed ask(int first_port, const std::string& version = "1.1") {
    HttpOptions options;
    options.port = 0;
    options.public_names = {"a"};
    options.tls = testing_tls_options();
    options.first = RelayTarget{"127.0.0.1", first_port};
    HttpServer server(engine_, access_, options);
    TestingClient client(server.port());
    client.send("GET /data?default HTTP/" + version + "\r\nHost: a\r\n\r\n");
    Relayed relayed{client.receive_all()};
    relayed.was_reset = client.was_reset();
    return relayed;
  }

  TestingEngine engine_;
  Access access_{AccessSettings{.run_credential = "credential"}};
};

const std::string kAnswer = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nsome rows\n";

}  // namespace

TEST_F(RelayTest, AnAnswerWithoutALengthEndsAsItDoesThere) {
  for (const char* version : {"1.0", "1.1"}) {
    const FirstServer first(kAnswer, End::regular);
    const Relayed relayed = ask(first.port(), version);
    EXPECT_EQ(relayed.answer, kAnswer);
    EXPECT_FALSE(relayed.was_reset);
  }
}

TEST_F(RelayTest, AnAnswerThatIsCutOffThereIsCutOffHere) {
  for (const char* version : {"1.0", "1.1"}) {
    const FirstServer first(kAnswer, End::reset);
    EXPECT_TRUE(ask(first.port(), version).was_reset) << version;
  }
  if (!testing_over_tls()) return;
  const FirstServer first(kAnswer, End::without_close_notify);
  EXPECT_TRUE(ask(first.port()).was_reset);
}

TEST_F(RelayTest, AResetAfterAWholeAnswerDoesNotCutItOff) {
  for (const char* answer : {"HTTP/1.1 413 Content Too Large\r\ncontent-length: 5\r\n\r\nlong\n",
                             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nrow\n\r\n0\r\n\r\n"}) {
    const FirstServer first(answer, End::reset);
    const Relayed relayed = ask(first.port());
    EXPECT_EQ(relayed.answer, answer);
    EXPECT_FALSE(relayed.was_reset) << answer;
  }
  for (const char* answer : {"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nrows\n",
                             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nrow\n\r\n"}) {
    const FirstServer first(answer, End::reset);
    EXPECT_TRUE(ask(first.port()).was_reset) << answer;
  }
}

TEST_F(RelayTest, NoAnswerIsAFailureOfTheOtherServer) {
  for (const End end : {End::regular, End::reset}) {
    const FirstServer first("", end);
    const Relayed relayed = ask(first.port());
    EXPECT_THAT(relayed.answer, StartsWith("HTTP/1.1 502 "));
    EXPECT_THAT(relayed.answer, EndsWith("gave no answer\n"));
    EXPECT_FALSE(relayed.was_reset);
  }
  int port = 0;
  { port = Listener("127.0.0.1", 0).port(); }
  EXPECT_THAT(ask(port).answer, HasSubstr("cannot be reached"));
}

}  // namespace quadrille::server
