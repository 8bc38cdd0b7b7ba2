#pragma once

// For tests: a client that sends given bytes and returns the received bytes unchanged. With QUADRILLE_TEST_TLS=1 it
// speaks TLS, as the servers of testing_tls_options() do.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "server/http/testing/tls.hpp"

namespace quadrille::server {

class TestingClient {
 public:
  explicit TestingClient(int port, bool over_tls = testing_over_tls()) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0)
      throw std::runtime_error("connect");
    if (over_tls) begin_tls();
  }
  ~TestingClient() { leave(); }
  TestingClient(TestingClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        was_reset_(other.was_reset_),
        tls_(std::move(other.tls_)),
        early_(std::move(other.early_)) {}

  // With TLS the server sends tickets after the handshake. If they were not read, the system would reset the
  // connection, and the server might not see what was sent.
  void leave() {
    if (socket_ < 0) return;
    if (tls_) {
      constexpr int kTicketMs = 200;
      shutdown(socket_, SHUT_WR);
      receive_raw(kTicketMs);
    }
    close(socket_);
    socket_ = -1;
  }

  // Returns false if the server takes no more.
  bool send(std::string_view bytes) { return send_raw(tls_ ? tls_->seal(bytes) : std::string(bytes)); }

  // The next bytes; empty at the end of the connection or if none arrive within `timeout_ms`.
  std::string receive(int timeout_ms = 5000) {
    if (!tls_) return receive_raw(timeout_ms);
    while (early_.empty()) {
      const std::string raw = receive_raw(timeout_ms);
      early_ = tls_->take(raw);
      if (!raw.empty()) continue;
      was_reset_ = !tls_->saw_end();
      break;
    }
    return std::exchange(early_, {});
  }

  // Everything up to the end of the connection.
  std::string receive_all() {
    std::string all;
    for (std::string next; !(next = receive()).empty();) all += next;
    return all;
  }

  // One answer that has a Content-Length, headers and body.
  std::string receive_answer() {
    std::string all;
    for (;;) {
      const std::size_t headers = all.find("\r\n\r\n");
      const std::size_t length = all.find("Content-Length: ");
      if (headers != std::string::npos && length < headers) {
        const std::size_t body = std::stoul(all.substr(length + 16));
        if (all.size() >= headers + 4 + body) return all;
      }
      const std::string next = receive();
      if (next.empty()) return all;
      all += next;
    }
  }

  // True if the connection has ended by a reset, or over TLS without close_notify.
  bool was_reset() const { return was_reset_; }
  // Of TLS.
  std::string cipher() const { return tls_->cipher(); }

 private:
  void begin_tls() {
    tls_ = std::make_unique<TestingTls>();
    while (!tls_->handshake()) {
      send_raw(tls_->outgoing());
      const std::string raw = receive_raw(5000);
      if (raw.empty()) return;  // the server does not want this client
      early_ = tls_->take(raw);
    }
    send_raw(tls_->outgoing());
    // With the last of its tickets, the server has completed the handshake, too.
    for (std::string raw; !tls_->has_tickets() && !(raw = receive_raw(5000)).empty();) early_ += tls_->take(raw);
  }

  bool send_raw(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  std::string receive_raw(int timeout_ms) {
    pollfd waited{socket_, POLLIN, 0};
    if (poll(&waited, 1, timeout_ms) <= 0) return {};
    std::string bytes(64 << 10, '\0');
    const ssize_t got = recv(socket_, bytes.data(), bytes.size(), 0);
    was_reset_ = got < 0;
    bytes.resize(static_cast<std::size_t>(got > 0 ? got : 0));
    return bytes;
  }

  int socket_;
  bool was_reset_ = false;
  std::unique_ptr<TestingTls> tls_;
  std::string early_;  // plaintext that came with the handshake
};

// Of the servers of these tests.
inline std::string testing_scheme() {
  return testing_over_tls() ? "https" : "http";
}

// Scheme, host and port of such a server, for httplib::Client.
inline std::string testing_origin(int port) {
  return testing_scheme() + "://127.0.0.1:" + std::to_string(port);
}

}  // namespace quadrille::server
