#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>

#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/http_server.hpp"
#include "server/lane_worker.hpp"
#include "server/query_service.hpp"
#include "server/same_database.hpp"
#include "server/served_database.hpp"

namespace quadrille::server {

int run_serve(pgas::Job& job, const ServeOptions& options, const StopSignal& stop,
              const std::function<void()>& serving) {
  std::unique_ptr<DatabaseLock> lock;
  std::unique_ptr<ServedDatabase> database;
  job.team().run([&] {
    require_same_database(job.team(), options.database);
    database = std::make_unique<ServedDatabase>(options.database, job.team());  // first: its errors say what to do
    if (job.is_first()) lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "serve");
  });
  if (!job.is_first()) {
    run_lane_workers(job, *database);
    return 0;
  }
  // From here on the other images wait for orders; whatever happens, the service tells them to end.
  QueryService service(job, *database, {options.union_default_graph});
  spdlog::set_default_logger(spdlog::stderr_logger_mt("quadrille"));
  HttpOptions http;
  http.host = options.host;
  http.port = options.port;
  http.protocol.default_timeout_seconds = options.timeout_seconds;
  HttpServer server(service, http);
  lock->announce(options.host, server.port());
  const Manifest& manifest = database->manifest();
  std::fprintf(stderr, "quadrille: serving %s (%llu quads) with %d image%s on http://%s:%d/sparql\n",
               options.database.c_str(), static_cast<unsigned long long>(manifest.default_quads + manifest.named_quads),
               job.num_images(), job.num_images() == 1 ? "" : "s", options.host.c_str(), server.port());
  serving();
  stop.wait();
  std::fprintf(stderr, "quadrille: ending\n");
  server.stop();
  return 0;
}

}  // namespace quadrille::server
