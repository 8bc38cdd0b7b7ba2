#pragma once

// The HttpServer listens, and answers by http_endpoints.hpp, with a thread for each connection (connection_pool.hpp).
//
//   HttpServer server(engine, access, options);   listens from here on; throws Error(io) if it cannot
//   server.port();                                the port, also if options.port was 0
//   server.stop();                                ends all connections; so does the destructor
//
// Stopping: idle connections end at once; AnswerSink::cancelled() ends the work of the engine; after a second the
// remaining connections are cut. Jobs are cancelled. The listener for monitoring answers until the others have ended.
// stop() returns when no thread is in the engine any more.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/http/http_connection.hpp"
#include "server/http/job_options.hpp"
#include "server/http/listener.hpp"
#include "server/http/map_tiles.hpp"
#include "server/http/tls_context.hpp"

namespace quadrille::server {

// For pages in browsers.
struct PageOptions {
  std::vector<std::string> allow_origins;  // origins whose pages may use the server (cors.hpp)
  MapTiles map_tiles;                      // of the workbench
  std::string linked_data = {};            // the prefix of IRIs that are addresses here (linked_data.hpp); empty: none
};

struct HttpOptions {
  std::string host = "127.0.0.1";  // an address or a name of this machine; "0.0.0.0" or "::" for all
  int port = 3756;                 // 0: any free port
  std::size_t max_connections = 256;
  ConnectionSettings connections;
  ProtocolSettings protocol;
  JobOptions jobs;
  std::optional<RelayTarget> first;  // see Service
  TlsOptions tls;
  std::string database = "default";       // its name in grants of rights
  std::vector<std::string> public_names;  // names by which clients may call the server (served_names.hpp)
  PageOptions pages;
  Administration administration;
  std::shared_ptr<Operations> operations;   // of the process; null: the server makes its own
  std::optional<ListenAddress> monitoring;  // of another listener, for /metrics, /health and /ready (monitoring.hpp)
  std::string version;                      // of the program, for the metrics
};

class HttpServer {
 public:
  // `engine` and `access` must outlive the server.
  HttpServer(Engine& engine, Access& access, const HttpOptions& options);
  ~HttpServer();

  int port() const;
  // Of the listener for monitoring; 0: there is none.
  int monitoring_port() const;
  void stop();
  // Serves one more database at the paths /NAME/... from here on; `engine` must outlive it. In place of the one with
  // this name, if there is one.
  void serve_database(const std::string& name, Engine& engine);
  // Ends the requests and jobs of a database. Returns when none is in its engine any more.
  void withdraw_database(const std::string& name);
  // Reads what `next` names: its protocol, public names, options for pages, TLS files (if the server uses TLS), and the
  // numbers of jobs and how long they are kept. The result applies all of these, and does not throw; other members of
  // `next` are not used. Requests that are running continue with the settings that they have read. Throws Error(user);
  // then nothing has changed. One caller at a time.
  std::function<void()> prepare(const HttpOptions& next);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace quadrille::server
