#pragma once

// A TCP socket that listens, and the wait for the next connection that another thread can end.

#include <optional>
#include <string>

namespace quadrille::server {

// Whether a server that listens on `host` can be reached by this machine alone. A name that nobody knows is none of it.
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
