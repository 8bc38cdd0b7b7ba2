#pragma once

// A Listener is a TCP socket that listens; another thread can end its wait for the next connection.

#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

// True if only this machine can reach a server that listens on `host`; false for an unknown name.
bool is_loopback(const std::string& host);

// An address or a name of this machine, and a port.
struct ListenAddress {
  std::string host = "127.0.0.1";
  int port = 0;
};
// "ADDRESS:PORT", "[2001:db8::1]:PORT", or "PORT" of 127.0.0.1; nullopt: not of this form.
std::optional<ListenAddress> listen_address_of(std::string_view text);

class Listener {
 public:
  // Throws Error(io) with advice. `port` 0 means any free port. `option`: the one that sets the port, for messages.
  Listener(const std::string& host, int port, std::string_view option = "--port");
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }
  // Returns the next connection's socket (non-blocking, without Nagle's delay), which the caller closes; nullopt after
  // close_down().
  std::optional<int> accept_next();
  // Can be called by any thread. Afterwards the system refuses clients.
  void close_down();

 private:
  int socket_ = -1;
  int wake_ = -1;  // an eventfd
  int port_ = 0;
};

}  // namespace quadrille::server
