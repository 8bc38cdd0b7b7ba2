#include <fmt/format.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/free_memory.hpp"
#include "loader/build/build.hpp"
#include "server/access/access.hpp"
#include "server/access/secrets.hpp"
#include "server/client/service_places.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/listeners.hpp"
#include "server/commands/logs.hpp"
#include "server/commands/reload.hpp"
#include "server/commands/rules_input.hpp"
#include "server/commands/server_face.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/administration_lane.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/local_databases.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/replica_engine.hpp"
#include "server/engine/run_credential.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/served_databases.hpp"
#include "server/engine/served_engine.hpp"
#include "server/engine/store_table.hpp"
#include "server/http/listener.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kReadOnlyByOption = "it is read-only (serve --read-only)";

// A server of many databases has many files open.
void raise_limit_of_files() {
  rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
}

// Collective. There is a folder for databases, if one is named.
void expect_root(pgas::Job& job, const ServeOptions& options) {
  job.team().agree(pgas::attempt([&] {
    if (job.is_first() && !options.storage.databases.empty() &&
        !std::filesystem::is_directory(options.storage.databases))
      fail(ErrorKind::user, "{} is no folder of databases (serve --databases)", options.storage.databases);
  }));
}

// Makes an empty database if there is none.
void create_database(pgas::Job& job, const ServeOptions& options) {
  bool is_there = false;
  job.team().agree(pgas::attempt([&] {
    if (job.is_first()) is_there = std::filesystem::exists(manifest_path(options.database));
  }));
  if (job.team().any(is_there)) return;
  quadrille::BuildOptions build;
  build.database = options.database;
  build.empty = true;
  build.rules = rules_input(options.rules);
  build.progress = ProgressDisplay::none;
  build_database(job, build);
}

// Collective. The reason for refusing the updates of everybody; empty: they are accepted.
std::string agreed_read_only(pgas::Job& job, const ServeOptions& options) {
  if (options.access.read_only) return kReadOnlyByOption;
  std::string because;
  job.team().run([&] {
    because = why_not_shared(job.team(), options.database);
    if (because.empty() && !options.storage.databases.empty())
      because = why_not_shared(job.team(), options.storage.databases);
  });
  if (!because.empty() && job.is_first()) {
    log_notice(LogLevel::warning, "updates are refused: " + because);
  }
  return because;
}

void warn_of_network(const ServeOptions& options, const Access& access) {
  if (is_loopback(options.listen.host) || access.anonymous_elsewhere() == Anonymous::none) return;
  log_notice(LogLevel::warning,
             fmt::format("everyone who reaches {}:{} can read{} the whole database; --anonymous none and accounts "
                         "(--access) close it",
                         options.listen.host, options.listen.port,
                         access.anonymous_elsewhere() == Anonymous::write ? " and change" : ""));
}

// Collective. The access of all listeners, which know each other by the credential of the run.
std::unique_ptr<Access> open_access(pgas::Job& job, const ServeOptions& options) {
  const std::string credential = job.team().broadcast(job.is_first() ? random_secret(kRunPrefix) : std::string());
  std::unique_ptr<Access> access;
  job.team().agree(pgas::attempt([&] {
    if (!listens(job, options.listen.all)) return;
    AccessSettings settings = access_settings(options);
    settings.run_credential = credential;
    access = std::make_unique<Access>(std::move(settings));
  }));
  return access;
}

// Holds the newest state only while it counts, so that an old generation can go.
std::uint64_t count_quads(const Store& store) {
  const ServedState state = store.states().newest();
  const Statistics& statistics = state.snapshot().statistics();
  return statistics.default_graph.rows() + statistics.named_graphs.rows();
}

StoreOptions store_options(pgas::Job& job, const ServeOptions& options, bool read_only, GraphCache* graph_cache,
                           std::function<void(double)> recovering) {
  StoreOptions its;
  its.addresses = std::make_shared<FileAddresses>();
  its.levels = std::make_shared<query::HeapMemory>(job.heap());
  if (options.listen.all) its.views = WholeViews::first_of_each_group;
  its.recovering = std::move(recovering);
  its.writable = !read_only;
  its.graph_cache = graph_cache;
  its.log.interval_ms = 1000;
  switch (options.storage.sync) {
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

// A service manager that limits the time of a start waits longer while the recovery makes progress.
void show_recovery(ServerFace& face, double share, const ServeEvents& events) {
  if (!face.show_recovery(share)) return;
  events.notify(fmt::format("STATUS=recovering updates, {:.0f} %", share * 100));
  events.notify("EXTEND_TIMEOUT_USEC=120000000");
}

// For the person at the terminal.
void show_what_to_do(const ServeOptions& options, int port) {
  const std::string url = server_url({.host = options.listen.host, .port = port, .scheme = scheme_of(options)});
  log_notice(LogLevel::info, fmt::format("open {}/ in a browser; Control-C stops the server", url));
}

void tell_serving(const ServeEvents& events, const std::string& database, int port) {
  events.serving();
  events.notify(fmt::format("STATUS=serving {} on port {}", database, port));
  events.notify("READY=1");
}

struct JoinAtEnd {
  std::thread& thread;
  ~JoinAtEnd() {
    if (thread.joinable()) thread.join();
  }
};

void show_monitoring(const ServeOptions& options, const ServerFace& face) {
  if (!options.listen.monitoring) return;
  log_notice(LogLevel::info, fmt::format("/metrics, /health and /ready are on {}://{}:{}", scheme_of(options),
                                         options.listen.monitoring->host, face.monitoring_port()));
}

// Stops a server before the engine behind it ends, also on an error.
struct StopAtEnd {
  ServerFace& face;
  ~StopAtEnd() { face.stop(); }
};

// Ends the engines of databases before what they use.
struct ForgetAtEnd {
  LocalDatabases& databases;
  ~ForgetAtEnd() { databases.forget_engines(); }
};

// Collective. Image 0's.
parser::DefaultPrefixes broadcast(pgas::Team& team, const parser::DefaultPrefixes& prefixes) {
  return prefixes_of(nlohmann::json::parse(team.broadcast(prefixes_json(prefixes).dump())));
}

// Collective. Opens the listeners of the other groups.
void open_replicas(pgas::Job& job, const ServerParts& parts, std::unique_ptr<ServerFace>& face) {
  const ListenOptions& listen = parts.options.listen;
  job.team().agree(pgas::attempt([&] {
    auto replica = replica_address(job, listen.host, face ? face->port() : 0);
    if (replica && listen.port == 0) replica->port = 0;
    if (replica) face = std::make_unique<ServerFace>(parts, replica);
  }));
}

EngineOptions engine_options(const ServeOptions& options, const std::string& read_only, const UpdateRules& rules,
                             const PrefixRules& prefixes, const std::string& listeners) {
  return {.read_only = read_only,
          .allow_loads = options.access.allow_loads,
          .allow_services = options.services.allowed,
          .services_at = options.services.at,
          .contexts = options.access.contexts,
          .rules = rules,
          .prefixes = prefixes,
          .max_waiting = options.limits.max_waiting,
          .compaction = {.changed_share = options.storage.compact_percent / 100},
          .listeners = listeners};
}

// Settings of image 0 that the engines of a replica read.
struct ReplicaSettings {
  LiveValue<ServicePlaces> services;
  std::atomic<bool> accepts_updates;
  query::PlanCache plans;
};

// The settings of a replica; see Reloader.
PrepareSettings replica_settings(ServerFace& face, ReplicaSettings& settings, bool writable) {
  return [&face, &settings, writable](const std::vector<std::string>& words) -> std::function<void()> {
    const ServeOptions next = options_of_words(words);
    const auto its = face.prepare(next);
    const auto places = std::make_shared<const ServicePlaces>(next.services.allowed, next.services.at);
    settings.services.reserve();
    return [&settings, its, places, accepts = writable && !next.access.read_only] {
      its();
      settings.services.set(places);
      settings.accepts_updates = accepts;
    };
  };
}

// The databases beside the default one, at a listener. `make`: their engines.
DatabaseFace face_of(ServerFace& face,
                     std::function<std::unique_ptr<Engine>(const std::string& name, DatabaseId id)> make) {
  HttpServer& server = face.server();
  return {.make_engine = std::move(make),
          .serve = [&server](const std::string& name, Engine& engine) { server.serve_database(name, engine); },
          .withdraw = [&server](const std::string& name) { server.withdraw_database(name); }};
}

// The work of run_administration_worker() on an image.
auto administration_of(LocalDatabases& databases, const PrepareSettings& prepare) {
  return [&databases, &prepare](pgas::Team& team, const std::string& command) {
    const auto json = nlohmann::json::parse(command);
    if (json.is_array()) return change_settings_together(team, json.get<std::vector<std::string>>(), prepare);
    databases.run(team, DatabaseCommand::parse(command));
  };
}

// The databases of an image.
struct OpenedDatabases {
  StoreTable& stores;
  LocalDatabases& named;  // beside the default one
};

// The images other than 0, until it ends them; `face`: of a replica.
void run_others(pgas::Job& job, const OpenedDatabases& opened, const ServeOptions& options,
                const ReplicaOptions& replica, ServerFace* face) {
  StoreTable& stores = opened.stores;
  const bool read_only = !replica.features.updates;
  ReplicaSettings settings{LiveValue<ServicePlaces>(ServicePlaces(options.services.allowed, options.services.at)),
                           !read_only, query::PlanCache(&job.caches())};
  const auto engine_of = [&](const std::string&, DatabaseId id) -> std::unique_ptr<Engine> {
    return std::make_unique<ReplicaEngine>(
        job, stores, id, ReplicaEngine::Shared{settings.plans, settings.services, settings.accepts_updates}, replica);
  };
  std::unique_ptr<Engine> engine;
  PrepareSettings prepare = [](const std::vector<std::string>&) { return [] {}; };
  if (face) {
    engine = engine_of("", kDefaultDatabase);
    prepare = replica_settings(*face, settings, !read_only);
    opened.named.set_face(face_of(*face, engine_of));
  }
  std::thread administration([&] { run_administration_worker(job, administration_of(opened.named, prepare)); });
  const JoinAtEnd joins{administration};
  if (!face) return run_engine_workers(job, stores, read_only);
  const StopAtEnd stops{*face};
  face->engine().start(*engine);
  run_engine_workers(job, stores, read_only);
}

using EngineOptionsOf = std::function<EngineOptions(const ServeOptions&)>;

// The settings of image 0, and of the others through the lane.
Reloader::Change change_settings(ServerFace& face, ServingJob& serving, AdministrationLane& lane,
                                 const EngineOptionsOf& engine_options_of) {
  const PrepareSettings prepare = [&face, &serving,
                                   engine_options_of](const std::vector<std::string>& words) -> std::function<void()> {
    const ServeOptions next = options_of_words(words);
    const auto requests = face.prepare(next), queries = serving.prepare(engine_options_of(next));
    return [requests, queries] {
      requests();
      queries();
    };
  };
  return [&lane, prepare](const std::vector<std::string>& words) {
    lane.run(nlohmann::json(words).dump(), [&](pgas::Team& team) { change_settings_together(team, words, prepare); });
  };
}

// Collective. Opens all databases. Returns false if the end was requested meanwhile.
bool open_databases(pgas::Job& job, const ServeOptions& options, const StoreOptions& its, const OpenedDatabases& to) {
  try {
    to.stores.add(kDefaultDatabase, std::make_shared<Store>(job, job.team(), options.database, its));
    to.named.open_all(job.team(kAdministrationLane), options.database);
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) throw;
    if (job.is_first()) log_notice(LogLevel::info, "shutting down");
    return false;
  }
}

void show_serving(const ServeOptions& options, int images, std::uint64_t quads, const Access& access, int port) {
  log_notice(LogLevel::info, fmt::format("serving {} ({} quads) with {} image{}, {}, on {}://{}:{}/sparql",
                                         options.database, quads, images, images == 1 ? "" : "s", access.describe(),
                                         scheme_of(options), options.listen.host, port));
}

// The scheduled backups of a database beside the default one are in folders with its name.
std::vector<BackupPlan> plans_of(std::vector<BackupPlan> plans, const std::string& name) {
  for (BackupPlan& plan : plans) plan.to /= name;
  return plans;
}

void show_databases(const LocalDatabases& databases, const StoreTable& stores) {
  if (databases.root().empty()) return;
  std::size_t serving = 0;
  for (const auto& [name, entry] : databases.entries()) {
    if (!entry.damage.empty()) {
      log_notice(LogLevel::error, fmt::format("the database {} cannot be opened: {}", name, entry.damage));
      continue;
    }
    ++serving;
    for (const std::string& remark : stores.find(entry.id)->remarks())
      log_notice(LogLevel::info, fmt::format("database {}: {}", name, remark));
  }
  log_notice(LogLevel::info, fmt::format("serving {} more database{} of {}, each at /NAME/sparql", serving,
                                         serving == 1 ? "" : "s", databases.root()));
}

// Image 0's work until the signal. The other images wait for its commands; the ServingJob always ends them.
void run_first(pgas::Job& job, const OpenedDatabases& opened, const ServerParts& parts, ServerFace& face,
               const EngineOptionsOf& engine_options_of) {
  const ServeOptions& options = parts.options;
  warn_of_network(options, *parts.access);
  const std::shared_ptr<Store> store = opened.stores.find(kDefaultDatabase);
  for (const std::string& remark : store->remarks()) log_notice(LogLevel::info, remark);
  AdministrationLane lane(job);
  const EngineOptions its = engine_options_of(options);
  ServingJob serving(job, opened.stores, its);
  const std::vector<BackupPlan>& plans = options.storage.backups;
  ServedEngine engine(serving, kDefaultDatabase, plans);
  DatabaseFace named = face_of(face, [&](const std::string& name, DatabaseId id) -> std::unique_ptr<Engine> {
    return std::make_unique<ServedEngine>(serving, id, plans_of(plans, name));
  });
  named.announce = [&](const std::string& name, DatabaseLock& lock) {
    lock.announce(options.listen.host, face.port(), scheme_of(options), "/" + name);
    return std::make_unique<RunCredential>(opened.named.folder(name), parts.access->run_credential());
  };
  const ForgetAtEnd forgets{opened.named};
  opened.named.set_face(std::move(named));
  ServedDatabases databases(serving, opened.named, lane, database_name(options.database));
  Reloader reloader(options, its.read_only.empty(), change_settings(face, serving, lane, engine_options_of));
  face.set_reloader(reloader);
  face.set_databases(databases);
  const StopAtEnd stops{face};
  face.engine().start(engine);
  audit_start(*parts.operations, options, job, face.port());
  show_serving(options, job.num_images(), count_quads(*store), *parts.access, face.port());
  show_databases(opened.named, opened.stores);
  if (parts.events.has_terminal) show_what_to_do(options, face.port());
  tell_serving(parts.events, options.database, face.port());
  while (parts.stop.wait_for_reload()) reloader.reload_for_signal();
  parts.events.notify("STOPPING=1");
  log_notice(LogLevel::info, "shutting down");
  face.stop();
  audit_stop(*parts.operations);
}

// Image 0's. Other commands see by these that the databases are served. Empty on other images.
struct Locks {
  std::unique_ptr<DatabaseLock> database, root;  // the default database, and the folder of the others
  std::vector<std::unique_ptr<RunCredential>> credentials = {};
};

// Collective; within Team::run.
Locks take_locks(pgas::Team& team, const ServeOptions& options) {
  Locks locks{share_database(team, options.database, "serve"), nullptr};
  if (!team.is_first() || options.storage.databases.empty()) return locks;
  const LockMode mode = options.access.read_only ? LockMode::shared : LockMode::exclusive;
  locks.root = std::make_unique<DatabaseLock>(options.storage.databases, mode, "serve");
  return locks;
}

void announce(Locks& locks, const ServerParts& parts, int port) {
  const ServeOptions& options = parts.options;
  const auto tell = [&](const std::unique_ptr<DatabaseLock>& lock, const std::string& folder) {
    if (!lock) return;
    locks.credentials.push_back(std::make_unique<RunCredential>(folder, parts.access->run_credential()));
    lock->announce(options.listen.host, port, scheme_of(options));
  };
  tell(locks.database, options.database);
  tell(locks.root, options.storage.databases);
}

}  // namespace

int run_serve(pgas::Job& job, const ServeOptions& options, const StopSignal& stop, const ServeEvents& events) {
  set_log_format(options.listen.logs.format);
  if (job.is_first()) events.notify("STATUS=opening the database");
  expect_root(job, options);
  if (!options.storage.databases.empty()) raise_limit_of_files();
  if (options.create) create_database(job, options);
  Locks locks;
  PrefixRules prefixes{.usual = options.prefixes.are_wanted};
  job.team().run([&] {
    locks = take_locks(job.team(), options);
    if (job.is_first()) prefixes.those = read_prefix_option(options.prefixes.file);
  });
  const bool with_replicas = options.listen.all && job.num_groups() > 1;
  if (with_replicas) prefixes.those = broadcast(job.team(), prefixes.those);
  const std::string because = agreed_read_only(job, options);
  const bool read_only = !because.empty();
  ServerParts parts{options, stop, events, open_access(job, options), open_operations(job, options)};
  std::unique_ptr<ServerFace> face;
  const auto recovering = [&](double share) {
    if (stop.raised()) fail(ErrorKind::cancelled, "the server was stopped while it recovered its updates");
    if (!job.is_first()) return;
    if (face) return show_recovery(*face, share, events);
    face = std::make_unique<ServerFace>(parts, std::nullopt);
    announce(locks, parts, face->port());
    show_monitoring(options, *face);
  };
  StoreTable stores;
  stores.make_graph_cache(job, options.limits.graph_cache_bytes);
  const StoreOptions its = store_options(job, options, read_only, stores.graph_cache(), recovering);
  LocalDatabases named(job, stores, options.storage.databases, its);
  const OpenedDatabases opened{stores, named};
  if (!open_databases(job, options, its, opened)) return 0;
  keep_free_memory();
  if (with_replicas) open_replicas(job, parts, face);
  const std::string listeners = listeners_json(job, face ? face->port() : 0);
  if (!job.is_first()) {
    const bool is_union = options.union_default_graph;
    run_others(job, opened, options, {{!read_only, is_union, false}, {is_union, prefixes}, listeners}, face.get());
    return 0;
  }
  run_first(job, opened, parts, *face, [&](const ServeOptions& next) {
    const UpdateRules rules{options.union_default_graph, with_replicas, next.limits.most_disk_bytes};
    return engine_options(next, next.access.read_only ? kReadOnlyByOption : because, rules, prefixes, listeners);
  });
  return 0;
}

}  // namespace quadrille::server
