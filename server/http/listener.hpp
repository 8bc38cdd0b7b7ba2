#pragma once

// A Listener is a TCP socket that listens; another thread can end its wait for the next connection.

#include <optional>
#include <string>

namespace quadrille::server {

// True if only this machine can reach a server that listens on `host`; false for an unknown name.
bool is_loopback(const std::string& host);

class Listener {
 public:
  // Throws Error(io) with what to do about it. `port` 0 takes any that is free.
  Listener(const std::string& host, int port);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }
  // The next connection's socket (non-blocking, without Nagle's delay), for the caller to close; nullopt after
  // close_down().
  std::optional<int> accept_next();
  // Any thread. Further clients are refused by the system.
  void close_down();

 private:
  int socket_ = -1;
  int wake_ = -1;  // an eventfd
  int port_ = 0;
};

}  // namespace quadrille::server
