#pragma once

// The HTTP endpoint: listens, gives every connection a thread of its own, and answers by http_endpoints.hpp.
//
//   HttpServer server(engine, options);   listens from here on; throws Error(io) if that cannot be
//   server.port();                        the port, also where options.port was 0
//   server.stop();                        ends all connections; so does the destructor
//
// Admission: up to max_connections connections are served at once. One more takes the place of the connection that has
// been idle longest, which is what it is until all headers of a request are there; if none is idle for a second, one of
// four reserved threads answers its one request: /health as ever, everything else by 503 with Retry-After; who came
// last comes first, for the others may be waiting for nothing. So a busy server refuses quickly and can always be
// watched. Stopping: idle connections end at once; engines are told by AnswerSink::cancelled(); after a second the
// connections that are left are cut. stop() returns when no thread is in the engine any more.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "server/http/http_connection.hpp"

namespace quadrille::server {

struct HttpOptions {
  std::string host = "127.0.0.1";  // an address or a name of this machine; "0.0.0.0" or "::" for all
  int port = 3756;                 // 0: any that is free
  std::size_t max_connections = 256;
  ConnectionSettings connections;
  ProtocolSettings protocol;
  std::vector<std::string> allow_origins;  // whose pages may change data: https://app.example.org, in lower case
};

class HttpServer {
 public:
  // `engine` must outlive the server.
  HttpServer(Engine& engine, const HttpOptions& options);
  ~HttpServer();

  int port() const;
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace quadrille::server
