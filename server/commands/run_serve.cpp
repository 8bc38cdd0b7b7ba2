#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/clock.hpp"
#include "base/free_memory.hpp"
#include "loader/build/build.hpp"
#include "pgas/mailbox.hpp"
#include "server/access/access.hpp"
#include "server/access/secrets.hpp"
#include "server/client/service_places.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/listeners.hpp"
#include "server/commands/logs.hpp"
#include "server/commands/program_version.hpp"
#include "server/commands/reload.hpp"
#include "server/commands/rules_input.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/replica_engine.hpp"
#include "server/engine/run_credential.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/served_engine.hpp"
#include "server/engine/settings_lane.hpp"
#include "server/engine/store_table.hpp"
#include "server/http/http_server.hpp"
#include "server/http/listener.hpp"
#include "server/http/log_line.hpp"
#include "server/http/starting_engine.hpp"
#include "server/launch/host_name.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kReadOnlyByOption = "it is read-only (serve --read-only)";

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
  job.team().run([&] { because = why_not_shared(job.team(), options.database); });
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

AccessSettings access_settings(const ServeOptions& options) {
  return {
      .file = options.access.file,
      .anonymous = options.access.anonymous,
      .allow_plain = options.access.allow_plain,
      .proxies = options.access.proxies,
      .log = [](const std::string& message) { log_line(LogLevel::warning, message); },
  };
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

const char* scheme_of(const ServeOptions& options) {
  return options.listen.tls.empty() ? "http" : "https";
}

// The name of a database in grants: that of its folder.
std::string database_name(const std::string& database) {
  const std::filesystem::path folder = std::filesystem::weakly_canonical(database);
  return folder.filename().string();
}

// Holds the newest state only while it counts, so that an old generation can go.
std::uint64_t count_quads(const Store& store) {
  const ServedState state = store.states().newest();
  const Statistics& statistics = state.snapshot().statistics();
  return statistics.default_graph.rows() + statistics.named_graphs.rows();
}

StoreOptions store_options(const ServeOptions& options, bool read_only, GraphCache* graph_cache,
                           std::function<void(double)> recovering) {
  StoreOptions its;
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

// A database that is only read may be in a folder that cannot be written.
std::string writable_folder(const std::string& database) {
  return access(database.c_str(), W_OK) == 0 ? database : std::filesystem::temp_directory_path().string();
}

// `replica`: of a listener of another group than image 0's.
HttpOptions http_options(const ServeOptions& options, const std::optional<ReplicaAddress>& replica,
                         const StopSignal& stop) {
  HttpOptions http;
  http.administration.stop = [&stop] { stop.raise(); };
  http.host = options.listen.host;
  http.port = replica ? replica->port : options.listen.port;
  if (replica) http.first = replica->first;
  http.jobs = options.limits.jobs;
  if (http.jobs.folder.empty()) http.jobs.folder = writable_folder(options.database);
  http.protocol.default_timeout_seconds = options.limits.timeout_seconds;
  http.protocol.longest_timeout_seconds = options.limits.longest_timeout_seconds;
  http.tls = options.listen.tls;
  if (!replica) http.monitoring = options.listen.monitoring;
  http.version = kProgramVersion;
  http.database = database_name(options.database);
  http.public_names = options.access.public_names;
  if (options.listen.all) http.public_names.push_back(host_name());  // /health lists the listeners by these names
  http.allow_origins = options.access.allow_origins;
  for (const BackupPlan& plan : options.storage.backups) http.administration.backup_targets.push_back(plan.to);
  for (const std::string& target : options.storage.backup_targets)
    http.administration.backup_targets.push_back(plain_path(std::filesystem::absolute(target)));
  return http;
}

// The settings, signals and objects that an image needs as a server.
struct ServerParts {
  const ServeOptions& options;
  const StopSignal& stop;
  const ServeEvents& events;
  std::unique_ptr<Access> access;  // null without a listener, like the next one
  std::shared_ptr<Operations> operations;
};

// The server as clients and users see it, from its start to its end.
class ServerFace {
 public:
  ServerFace(const ServerParts& parts, const std::optional<ReplicaAddress>& replica)
      : parts_(parts), replica_(replica), server_(engine_, *parts.access, its_options()) {}

  StartingEngine& engine() { return engine_; }
  int port() const { return server_.port(); }
  int monitoring_port() const { return server_.monitoring_port(); }
  void stop() { server_.stop(); }
  // Before the engine starts: /admin/reload calls it.
  void set_reloader(Reloader& reloader) { reloader_ = &reloader; }

  // The settings of access and requests; see HttpServer::prepare().
  std::function<void()> prepare(const ServeOptions& next) {
    const auto access = parts_.access->prepare(access_settings(next)),
               requests = server_.prepare(http_options(next, replica_, parts_.stop));
    return [access, requests] {
      access();
      requests();
    };
  }

  // Logs a line every few seconds, so that a long start is not taken for a hanging server. Returns true if it did.
  bool show_recovery(double share) {
    engine_.recovering(share);
    if (since_line_.seconds() < kSecondsBetweenLines) return false;
    log_notice(LogLevel::info, fmt::format("recovering the updates of {}: {} % (until then port {} returns 503)",
                                           parts_.options.database, static_cast<int>(share * 100), port()));
    since_line_.restart();
    return true;
  }

 private:
  static constexpr double kSecondsBetweenLines = 2;

  HttpOptions its_options() {
    HttpOptions http = http_options(parts_.options, replica_, parts_.stop);
    http.operations = parts_.operations;
    if (replica_) return http;
    http.administration.reload = [this] { return reloader_->reload(); };
    http.administration.settings = [this](bool as_toml) { return reloader_->settings(as_toml); };
    return http;
  }

  const ServerParts& parts_;
  const std::optional<ReplicaAddress> replica_;
  Reloader* reloader_ = nullptr;
  StartingEngine engine_;
  HttpServer server_;
  Stopwatch since_line_;
};

// A service manager that limits the time of a start waits longer while the recovery makes progress.
void show_recovery(ServerFace& face, double share, const ServeEvents& events) {
  if (!face.show_recovery(share)) return;
  events.notify(fmt::format("STATUS=recovering updates, {:.0f} %", share * 100));
  events.notify("EXTEND_TIMEOUT_USEC=120000000");
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
          .allow_services = options.services.allowed,
          .services_at = options.services.at,
          .rules = rules,
          .prefixes = prefixes,
          .max_waiting = options.limits.max_waiting,
          .compaction = {.changed_share = options.storage.compact_percent / 100},
          .listeners = listeners,
          .backups = options.storage.backups};
}

// The settings of a replica; see Reloader.
PrepareSettings replica_settings(ServerFace& face, ReplicaEngine& engine, LiveValue<ServicePlaces>& services,
                                 bool writable) {
  return [&face, &engine, &services, writable](const std::vector<std::string>& words) -> std::function<void()> {
    const ServeOptions next = options_of_words(words);
    const auto its = face.prepare(next);
    const auto places = std::make_shared<const ServicePlaces>(next.services.allowed, next.services.at);
    services.reserve();
    return [&engine, &services, its, places, accepts = writable && !next.access.read_only] {
      its();
      services.set(places);
      engine.set_updates(accepts);
    };
  };
}

// The images other than 0, until it ends them; `face`: of a replica. `with_replicas`: some images have one.
void run_others(pgas::Job& job, StoreTable& stores, const ServeOptions& options, ReplicaOptions replica,
                ServerFace* face, bool with_replicas) {
  const bool read_only = !replica.features.updates;
  LiveValue<ServicePlaces> services(ServicePlaces(options.services.allowed, options.services.at));
  std::optional<ReplicaEngine> engine;
  PrepareSettings prepare = [](const std::vector<std::string>&) { return [] {}; };
  if (face) {
    engine.emplace(job, stores, kDefaultDatabase, services, std::move(replica));
    prepare = replica_settings(*face, *engine, services, !read_only);
  }
  std::thread settings;
  if (with_replicas) settings = std::thread([&] { run_settings_worker(job, prepare); });
  const JoinAtEnd joins{settings};
  if (!face) return run_engine_workers(job, stores, read_only);
  const StopAtEnd stops{*face};
  face->engine().start(*engine);
  run_engine_workers(job, stores, read_only);
}

using EngineOptionsOf = std::function<EngineOptions(const ServeOptions&)>;

// The settings of image 0, and of the others through the lane if there is one.
Reloader::Change change_settings(ServerFace& face, ServedEngine& engine, SettingsLane* lane,
                                 EngineOptionsOf engine_options_of) {
  const PrepareSettings prepare = [&face, &engine,
                                   engine_options_of](const std::vector<std::string>& words) -> std::function<void()> {
    const ServeOptions next = options_of_words(words);
    const auto requests = face.prepare(next), queries = engine.prepare(engine_options_of(next));
    return [requests, queries] {
      requests();
      queries();
    };
  };
  return [lane, prepare](const std::vector<std::string>& words) {
    if (lane) return lane->change(words, prepare);
    prepare(words)();
  };
}

// Collective. nullptr: the end was requested meanwhile.
std::unique_ptr<Store> open_store(pgas::Job& job, const ServeOptions& options, const StoreOptions& its) {
  try {
    return std::make_unique<Store>(job, options.database, its);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) throw;
    if (job.is_first()) log_notice(LogLevel::info, "shutting down");
    return nullptr;
  }
}

void show_serving(const ServeOptions& options, int images, std::uint64_t quads, const Access& access, int port) {
  log_notice(LogLevel::info, fmt::format("serving {} ({} quads) with {} image{}, {}, on {}://{}:{}/sparql",
                                         options.database, quads, images, images == 1 ? "" : "s", access.describe(),
                                         scheme_of(options), options.listen.host, port));
}

// Image 0's work until the signal. The other images wait for its commands; the engine always ends them.
void run_first(pgas::Job& job, StoreTable& stores, const ServerParts& parts, ServerFace& face, bool with_replicas,
               const EngineOptionsOf& engine_options_of) {
  const ServeOptions& options = parts.options;
  warn_of_network(options, *parts.access);
  const std::shared_ptr<Store> store = stores.find(kDefaultDatabase);
  for (const std::string& remark : store->remarks()) log_notice(LogLevel::info, remark);
  const std::unique_ptr<SettingsLane> lane = with_replicas ? std::make_unique<SettingsLane>(job) : nullptr;
  const EngineOptions its = engine_options_of(options);
  ServedEngine engine(job, stores, kDefaultDatabase, its);
  Reloader reloader(options, its.read_only.empty(), change_settings(face, engine, lane.get(), engine_options_of));
  face.set_reloader(reloader);
  const StopAtEnd stops{face};
  face.engine().start(engine);
  audit_start(*parts.operations, options, job, face.port());
  show_serving(options, job.num_images(), count_quads(*store), *parts.access, face.port());
  tell_serving(parts.events, options.database, face.port());
  while (parts.stop.wait_for_reload()) reloader.reload_for_signal();
  parts.events.notify("STOPPING=1");
  log_notice(LogLevel::info, "shutting down");
  face.stop();
  audit_stop(*parts.operations);
}

}  // namespace

int run_serve(pgas::Job& job, const ServeOptions& options, const StopSignal& stop, const ServeEvents& events) {
  set_log_format(options.listen.logs.format);
  if (job.is_first()) events.notify("STATUS=opening the database");
  if (options.create) create_database(job, options);
  std::unique_ptr<DatabaseLock> lock;  // image 0's, like the credential
  std::unique_ptr<RunCredential> credential;
  PrefixRules prefixes{.usual = options.prefixes.are_wanted};
  job.team().run([&] {
    lock = share_database(job.team(), options.database, "serve");
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
    credential = std::make_unique<RunCredential>(options.database, parts.access->run_credential());
    lock->announce(options.listen.host, face->port(), scheme_of(options));
    show_monitoring(options, *face);
  };
  StoreTable stores;
  stores.make_graph_cache(job, options.limits.graph_cache_bytes);
  std::unique_ptr<Store> opened =
      open_store(job, options, store_options(options, read_only, stores.graph_cache(), recovering));
  if (!opened) return 0;
  stores.add(kDefaultDatabase, std::move(opened));
  keep_free_memory();
  if (with_replicas) open_replicas(job, parts, face);
  const std::string listeners = listeners_json(job, face ? face->port() : 0);
  if (!job.is_first()) {
    const bool is_union = options.union_default_graph;
    run_others(job, stores, options, {{!read_only, is_union, false}, {is_union, prefixes}, listeners}, face.get(),
               with_replicas);
    return 0;
  }
  run_first(job, stores, parts, *face, with_replicas, [&](const ServeOptions& next) {
    const UpdateRules rules{options.union_default_graph, next.access.allow_loads, with_replicas,
                            next.limits.most_disk_bytes};
    return engine_options(next, next.access.read_only ? kReadOnlyByOption : because, rules, prefixes, listeners);
  });
  return 0;
}

}  // namespace quadrille::server
