#pragma once

// For tests: a server on 127.0.0.1 that sends the bytes of the test, and closes connections on request.

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "bench/query/endpoint.hpp"

namespace quadrille::bench::testing {

class SmallServer {
 public:
  struct Reply {
    std::string bytes;
    bool closes = false;  // the connection, behind them
  };
  // Of a request's whole text, and its number on its connection, from 0.
  using Answer = std::function<Reply(const std::string& request, int number)>;

  explicit SmallServer(Answer answer) : answer_(std::move(answer)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 64) != 0)
      std::abort();
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { accept_all(); });
  }
  ~SmallServer() {
    over_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    thread_.join();
    ::close(listener_);
  }
  SmallServer(const SmallServer&) = delete;
  SmallServer& operator=(const SmallServer&) = delete;

  Endpoint endpoint() const { return parse_endpoint("small=http://127.0.0.1:" + std::to_string(port_)); }
  int connections() const { return connections_; }

  static std::string ok(const std::string& body) {
    return "HTTP/1.1 200 OK\r\nContent-Type: text/tab-separated-values\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  }

 private:
  void accept_all() {
    std::vector<std::thread> threads;
    std::vector<int> sockets;
    while (!over_) {
      const int socket = ::accept(listener_, nullptr, nullptr);
      if (socket < 0) break;
      ++connections_;
      sockets.push_back(socket);
      threads.emplace_back([this, socket] { talk(socket); });
    }
    for (const int socket : sockets) ::shutdown(socket, SHUT_RDWR);
    for (std::thread& thread : threads) thread.join();
    for (const int socket : sockets) ::close(socket);
  }

  void talk(int socket) {
    std::string text;
    char buffer[4096];
    for (int number = 0;; ++number) {
      std::size_t end = std::string::npos;
      while (end == std::string::npos) {
        const std::size_t head = text.find("\r\n\r\n");
        const std::size_t length = text.find("Content-Length: ");
        if (head != std::string::npos && length < head) {
          const std::size_t whole = head + 4 + std::stoul(text.substr(length + 16));
          if (text.size() >= whole) {
            end = whole;
            break;
          }
        }
        const ssize_t bytes = ::recv(socket, buffer, sizeof buffer, 0);
        if (bytes <= 0) return;
        text.append(buffer, static_cast<std::size_t>(bytes));
      }
      const Reply reply = answer_(text.substr(0, end), number);
      text.erase(0, end);
      ::send(socket, reply.bytes.data(), reply.bytes.size(), MSG_NOSIGNAL);
      if (reply.closes) {
        ::shutdown(socket, SHUT_RDWR);
        return;
      }
    }
  }

  Answer answer_;
  int listener_, port_ = 0;
  std::atomic<bool> over_{false};
  std::atomic<int> connections_{0};
  std::thread thread_;
};

}  // namespace quadrille::bench::testing
