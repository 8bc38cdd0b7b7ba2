#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <filesystem>

#include "loader/build.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/http_server.hpp"
#include "server/same_database.hpp"
#include "server/served_engine.hpp"

namespace quadrille::server {

namespace {

// Where nothing is yet, an empty database.
void create_database(pgas::Job& job, const ServeOptions& options) {
  bool is_there = false;
  job.team().agree(pgas::attempt([&] {
    if (job.is_first()) is_there = std::filesystem::exists(manifest_path(options.database));
  }));
  if (job.team().any(is_there)) return;
  quadrille::BuildOptions build;
  build.database = options.database;
  build.empty = true;
  build.progress = ProgressDisplay::none;
  build_database(job, build);
}

StoreOptions store_options(const ServeOptions& options) {
  StoreOptions its;
  its.writable = !options.read_only;
  its.log.interval_ms = 1000;
  switch (options.sync) {
    case Sync::on:
      its.log.sync = SyncPolicy::on;
      break;
    case Sync::off:
      its.log.sync = SyncPolicy::off;
      break;
    case Sync::interval:
      its.log.sync = SyncPolicy::interval;
      break;
  }
  return its;
}

}  // namespace

int run_serve(pgas::Job& job, const ServeOptions& options, const StopSignal& stop,
              const std::function<void()>& serving) {
  if (options.create) create_database(job, options);
  std::unique_ptr<DatabaseLock> lock;
  PrefixRules prefixes{.usual = options.prefixes.are_wanted};
  job.team().run([&] {
    require_same_database(job.team(), options.database);
    Manifest::read(options.database);  // first: its errors say what to do
    if (job.is_first()) prefixes.those = read_prefix_option(options.prefixes.file);
    if (job.is_first()) lock = std::make_unique<DatabaseLock>(options.database, LockMode::shared, "serve");
  });
  Store store(job, options.database, store_options(options));
  if (!job.is_first()) {
    run_engine_workers(job, store, options.read_only);
    return 0;
  }
  for (const std::string& remark : store.remarks()) std::fprintf(stderr, "quadrille: %s\n", remark.c_str());
  // From here on the other images wait for orders; whatever happens, the engine tells them to end.
  ServedEngine engine(job, store,
                      {options.read_only,
                       options.services.allowed,
                       options.services.at,
                       {options.union_default_graph, options.allow_loads},
                       prefixes,
                       options.max_waiting,
                       {.changed_share = options.compact_percent / 100}});
  spdlog::set_default_logger(spdlog::stderr_logger_mt("quadrille"));
  HttpOptions http;
  http.host = options.host;
  http.port = options.port;
  http.protocol.default_timeout_seconds = options.timeout_seconds;
  HttpServer server(engine, http);
  lock->announce(options.host, server.port());
  const Statistics& statistics = store.states().newest().snapshot().statistics();
  const auto quads = statistics.default_graph.rows() + statistics.named_graphs.rows();
  std::fprintf(stderr, "quadrille: serving %s (%llu quads) with %d image%s on http://%s:%d/sparql\n",
               options.database.c_str(), static_cast<unsigned long long>(quads), job.num_images(),
               job.num_images() == 1 ? "" : "s", options.host.c_str(), server.port());
  serving();
  stop.wait();
  std::fprintf(stderr, "quadrille: ending\n");
  server.stop();
  return 0;
}

}  // namespace quadrille::server
