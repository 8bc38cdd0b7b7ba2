#pragma once

// A ConnectionPool listens at an address and gives every connection its own thread.
//
// Admission: up to `most` connections are served at once. A further one replaces the connection that has been idle
// longest (idle: until all headers of a request have arrived). If none is idle for a second, one of four reserved
// threads answers its one request: /health and its like as always, everything else with 503 and Retry-After; the last
// arrival first, since the earlier ones may have given up. So a busy server refuses quickly and can always be
// monitored.
//
// Two pools share nothing, so a full one does not block another.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "server/http/http_connection.hpp"
#include "server/http/listener.hpp"

namespace quadrille::server {

class ConnectionPool {
 public:
  // Called by each thread of the pool, for its connections.
  using MakeServer = std::function<std::unique_ptr<ConnectionServer>()>;

  // Listens from here on; throws Error(io) if it cannot. `option`: the one that names the address, for messages.
  ConnectionPool(const ListenAddress& address, std::string_view option, std::size_t most, MakeServer make_server);
  ~ConnectionPool();

  int port() const;
  ConnectionCounts counts() const;
  // Idle connections end at once, the others when their answer does, at the latest after a second. Returns when no
  // thread serves any more. `stopping` of their events returns true from here on.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace quadrille::server
