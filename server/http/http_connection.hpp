#pragma once

// An HTTP connection: request, answer, request, answer, until one side ends it.
//
//   wait --first byte--> head (http_head.hpp) --headers--> refuse early | endpoint, which reads the body --> wait
//     |                    |                               |                  |
//   idle too long        malformed                  body left unread   the same; cut off, asked to close
//     +--------------------+-------------------------------+------------------+--> closed

#include <cstddef>
#include <functional>
#include <memory>

#include "server/http/http_endpoints.hpp"
#include "server/http/http_stream.hpp"

namespace quadrille::server {

struct ConnectionSettings {
  StreamLimits limits;
  std::size_t max_body_bytes = std::size_t{64} << 20;  // of queries, updates and forms; RDF may be of any size
  int idle_timeout_ms = 60'000;                        // between two requests
};

// What the server tells its connections, and they it.
struct ConnectionEvents {
  std::function<bool()> stopping;
  std::function<void(bool idle)> set_idle;  // true: waits for a request from now on; false: its headers are there
};

// Reads requests and answers them; one a thread, used again for one connection after another.
class ConnectionServer {
 public:
  // `max_connections`: how many are served at once, for those who are refused.
  ConnectionServer(Service& service, const ConnectionSettings& settings, std::size_t max_connections);
  ~ConnectionServer();

  // Serves `socket` to its end. Closing it is left to the caller.
  void serve(int socket, const ConnectionEvents& events);
  // All connections are taken: answers one request, /health as ever and everything else by 503, and ends it.
  void serve_overflow(int socket, const ConnectionEvents& events);

 private:
  class Requests;
  std::unique_ptr<Requests> requests_;
  ConnectionSettings settings_;
};

}  // namespace quadrille::server
