#pragma once

// An HTTP connection: request, answer, request, answer, until one side ends it.
//
//   wait --first byte--> head (http_head.hpp) --headers--> refuse early | endpoint, which reads the body --> wait
//     |                    |                               |                  |
//   idle too long        malformed                  body left unread   the same; cut off, close requested
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

// The messages between the server and its connections.
struct ConnectionEvents {
  std::function<bool()> stopping;
  std::function<void(bool idle)> set_idle;  // true: waits for a request; false: has received the headers
};

// Reads requests and answers them; one for each thread, used for one connection after another.
class ConnectionServer {
 public:
  // `max_connections`: the limit, for the message to refused clients. `tls`: null for plain HTTP.
  ConnectionServer(Service& service, const ConnectionSettings& settings, std::size_t max_connections, TlsContext* tls);
  ~ConnectionServer();

  // Serves `socket` to its end. The caller closes it.
  void serve(int socket, const ConnectionEvents& events);
  // For a connection beyond the limit: answers one request, /health and its like normally and everything else with 503,
  // and ends it.
  void serve_overflow(int socket, const ConnectionEvents& events);

 private:
  class Requests;
  std::unique_ptr<Requests> requests_;
  ConnectionSettings settings_;
  TlsContext* tls_;
};

}  // namespace quadrille::server
