#pragma once

// The ServerFace is the server as clients and users see it, from its start to its end: the listener, its messages while
// updates are recovered, and its databases by name. On image 0, and on images with a listener for their group.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.hpp"
#include "server/access/access.hpp"
#include "server/commands/command_line.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/listeners.hpp"
#include "server/commands/reload.hpp"
#include "server/commands/stop_signal.hpp"
#include "server/http/database_set.hpp"
#include "server/http/http_server.hpp"
#include "server/http/starting_engine.hpp"

namespace quadrille::server {

// The settings, signals and objects that an image needs as a server.
struct ServerParts {
  const ServeOptions& options;
  const StopSignal& stop;
  const ServeEvents& events;
  std::unique_ptr<Access> access;  // null without a listener, like the next one
  std::shared_ptr<Operations> operations;
};

AccessSettings access_settings(const ServeOptions& options);
// "http" or "https"
const char* scheme_of(const ServeOptions& options);
// The name of a database in grants and paths: that of its folder.
std::string database_name(const std::string& database);

class ServerFace {
 public:
  // `replica`: of a listener of another group than image 0's. `parts` outlives it.
  ServerFace(const ServerParts& parts, const std::optional<ReplicaAddress>& replica);

  StartingEngine& engine() { return engine_; }
  HttpServer& server() { return server_; }
  int port() const { return server_.port(); }
  int monitoring_port() const { return server_.monitoring_port(); }
  void stop() { server_.stop(); }
  // Both before the engine starts: requests use them.
  void set_reloader(Reloader& reloader) { reloader_ = &reloader; }
  void set_databases(DatabaseSet& databases) { databases_ = &databases; }

  // The settings of access and requests; see HttpServer::prepare().
  std::function<void()> prepare(const ServeOptions& next);

  // Logs a line every few seconds, so that a long start is not taken for a hanging server. Returns true if it did.
  bool show_recovery(double share);

 private:
  HttpOptions its_options();

  const ServerParts& parts_;
  const std::optional<ReplicaAddress> replica_;
  Reloader* reloader_ = nullptr;
  DatabaseSet* databases_ = nullptr;
  StartingEngine engine_;
  HttpServer server_;
  Stopwatch since_line_;
};

}  // namespace quadrille::server
