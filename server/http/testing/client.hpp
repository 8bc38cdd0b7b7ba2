#pragma once

// For tests: a client that sends given bytes and returns the received bytes unchanged.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace quadrille::server {

class TestingClient {
 public:
  explicit TestingClient(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0)
      throw std::runtime_error("connect");
  }
  ~TestingClient() { leave(); }

  void leave() {
    if (socket_ >= 0) close(socket_);
    socket_ = -1;
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  // The next bytes; empty at the end of the connection or if none arrive within `timeout_ms`.
  std::string receive(int timeout_ms = 5000) {
    pollfd waited{socket_, POLLIN, 0};
    if (poll(&waited, 1, timeout_ms) <= 0) return {};
    std::string bytes(64 << 10, '\0');
    const ssize_t got = recv(socket_, bytes.data(), bytes.size(), 0);
    was_reset_ = got < 0;
    bytes.resize(static_cast<std::size_t>(got > 0 ? got : 0));
    return bytes;
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

  bool was_reset() const { return was_reset_; }

 private:
  int socket_;
  bool was_reset_ = false;
};

}  // namespace quadrille::server
