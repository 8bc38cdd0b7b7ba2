#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/clock.hpp"
#include "base/free_memory.hpp"
#include "loader/build/build.hpp"
#include "pgas/mailbox.hpp"
#include "server/access/access.hpp"
#include "server/access/secrets.hpp"
#include "server/client/service_places.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/listeners.hpp"
#include "server/commands/program_version.hpp"
#include "server/commands/rules_input.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/replica_engine.hpp"
#include "server/engine/run_credential.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/served_engine.hpp"
#include "server/http/http_server.hpp"
#include "server/http/listener.hpp"
#include "server/http/log_line.hpp"
#include "server/http/starting_engine.hpp"
#include "server/launch/host_name.hpp"

namespace quadrille::server {

namespace {

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
  if (options.access.read_only) return "it was started with --read-only";
  std::string because;
  job.team().run([&] { because = why_not_shared(job.team(), options.database); });
  if (!because.empty() && job.is_first()) {
    std::fprintf(stderr, "quadrille: warning: updates are refused: %s\n", because.c_str());
  }
  return because;
}

void warn_of_network(const ServeOptions& options, const Access& access) {
  if (is_loopback(options.listen.host) || access.anonymous_elsewhere() == Anonymous::none) return;
  std::fprintf(stderr,
               "quadrille: warning: everyone who reaches %s:%d can read%s the whole database; --anonymous none and "
               "accounts (--access) close it\n",
               options.listen.host.c_str(), options.listen.port,
               access.anonymous_elsewhere() == Anonymous::write ? " and change" : "");
}

// Collective. The access of all listeners, which know each other by the credential of the run.
std::unique_ptr<Access> open_access(pgas::Job& job, const ServeOptions& options) {
  const std::string credential = job.team().broadcast(job.is_first() ? random_secret(kRunPrefix) : std::string());
  std::unique_ptr<Access> access;
  job.team().agree(pgas::attempt([&] {
    if (!listens(job, options.listen.all)) return;
    access = std::make_unique<Access>(AccessSettings{
        .file = options.access.file,
        .anonymous = options.access.anonymous,
        .allow_plain = options.access.allow_plain,
        .proxies = options.access.proxies,
        .run_credential = credential,
        .log = [](const std::string& message) { log_line(LogLevel::warning, message); },
    });
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

// Holds the newest state only while it counts: the slots of generations are needed again.
std::uint64_t count_quads(const Store& store) {
  const ServedState state = store.states().newest();
  const Statistics& statistics = state.snapshot().statistics();
  return statistics.default_graph.rows() + statistics.named_graphs.rows();
}

StoreOptions store_options(const ServeOptions& options, bool read_only, std::function<void(double)> recovering) {
  StoreOptions its;
  if (options.listen.all) its.views = WholeViews::first_of_each_group;
  its.recovering = std::move(recovering);
  its.writable = !read_only;
  its.graph_cache_bytes = options.limits.graph_cache_bytes;
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

// A database that is only read may be in a folder that cannot be written.
std::string writable_folder(const std::string& database) {
  return access(database.c_str(), W_OK) == 0 ? database : std::filesystem::temp_directory_path().string();
}

UserLimits user_limits(const ServeOptions& options) {
  UserLimits limits = options.limits.of_user;
  const std::size_t usual = options.access.file.empty() ? 0 : kUsualLongQueries;
  limits.long_queries = options.limits.user_long_queries.value_or(usual);
  return limits;
}

// `replica`: of a listener of another group than image 0's.
HttpOptions http_options(const ServeOptions& options, const std::optional<ReplicaAddress>& replica) {
  HttpOptions http;
  http.host = options.listen.host;
  http.port = replica ? replica->port : options.listen.port;
  if (replica) http.first = replica->first;
  http.jobs = options.limits.jobs;
  if (http.jobs.folder.empty()) http.jobs.folder = writable_folder(options.database);
  http.protocol.default_timeout_seconds = options.limits.timeout_seconds;
  http.protocol.longest_timeout_seconds = options.limits.longest_timeout_seconds;
  http.operations = std::make_shared<Operations>(user_limits(options));
  http.tls = options.listen.tls;
  if (!replica) http.monitoring = options.listen.monitoring;
  http.version = kProgramVersion;
  http.database = database_name(options.database);
  http.public_names = options.access.public_names;
  if (options.listen.all) http.public_names.push_back(host_name());  // /health lists the listeners by these names
  http.allow_origins = options.access.allow_origins;
  return http;
}

// The server as clients and users see it, from its start to its end.
class ServerFace {
 public:
  ServerFace(const ServeOptions& options, Access& access, const std::optional<ReplicaAddress>& replica)
      : options_(options), server_(engine_, access, http_options(options, replica)) {}

  StartingEngine& engine() { return engine_; }
  int port() const { return server_.port(); }
  int monitoring_port() const { return server_.monitoring_port(); }
  void stop() { server_.stop(); }

  // Logs a line every few seconds, so that a long start is not taken for a hanging server.
  void show_recovery(double share) {
    engine_.recovering(share);
    if (since_line_.seconds() < kSecondsBetweenLines) return;
    std::fprintf(stderr, "quadrille: recovering the updates of %s: %d %% (until then port %d returns 503)\n",
                 options_.database.c_str(), static_cast<int>(share * 100), port());
    since_line_.restart();
  }

 private:
  static constexpr double kSecondsBetweenLines = 2;

  const ServeOptions& options_;
  StartingEngine engine_;
  HttpServer server_;
  Stopwatch since_line_;
};

void show_monitoring(const ServeOptions& options, const ServerFace& face) {
  if (!options.listen.monitoring) return;
  std::fprintf(stderr, "quadrille: /metrics, /health and /ready are on %s://%s:%d\n", scheme_of(options),
               options.listen.monitoring->host.c_str(), face.monitoring_port());
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
void open_replicas(pgas::Job& job, const ServeOptions& options, Access& access, std::unique_ptr<ServerFace>& face) {
  job.team().agree(pgas::attempt([&] {
    auto replica = replica_address(job, options.listen.host, face ? face->port() : 0);
    if (replica && options.listen.port == 0) replica->port = 0;
    if (replica) face = std::make_unique<ServerFace>(options, access, replica);
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
          .compaction = {.changed_share = options.compact_percent / 100},
          .listeners = listeners};
}

// The images other than 0, until it ends them; `face`: of a replica.
void run_others(pgas::Job& job, Store& store, const ServeOptions& options, ReplicaOptions replica, ServerFace* face) {
  if (face == nullptr) return run_engine_workers(job, store, !replica.features.updates);
  const ServicePlaces services(options.services.allowed, options.services.at);
  replica.features.services = !services.empty();
  const bool read_only = !replica.features.updates;
  ReplicaEngine engine(job, store, services, pgas::Mailbox::announced(job, job.team(kWriterLane)), std::move(replica));
  const StopAtEnd stops{*face};
  face->engine().start(engine);
  run_engine_workers(job, store, read_only);
}

}  // namespace

int run_serve(pgas::Job& job, const ServeOptions& options, const StopSignal& stop,
              const std::function<void()>& serving) {
  if (options.create) create_database(job, options);
  std::unique_ptr<DatabaseLock> lock;  // image 0's, like the credential and the face
  std::unique_ptr<RunCredential> credential;
  std::unique_ptr<ServerFace> face;
  PrefixRules prefixes{.usual = options.prefixes.are_wanted};
  job.team().run([&] {
    lock = share_database(job.team(), options.database, "serve");
    if (job.is_first()) prefixes.those = read_prefix_option(options.prefixes.file);
  });
  const bool with_replicas = options.listen.all && job.num_groups() > 1;
  if (with_replicas) prefixes.those = broadcast(job.team(), prefixes.those);
  const std::string because = agreed_read_only(job, options);
  const bool read_only = !because.empty();
  const std::unique_ptr<Access> access = open_access(job, options);
  const auto recovering = [&](double share) {
    if (stop.raised()) fail(ErrorKind::cancelled, "the server was stopped while it recovered its updates");
    if (!job.is_first()) return;
    if (face) return face->show_recovery(share);
    face = std::make_unique<ServerFace>(options, *access, std::nullopt);
    credential = std::make_unique<RunCredential>(options.database, access->run_credential());
    lock->announce(options.listen.host, face->port(), scheme_of(options));
    show_monitoring(options, *face);
  };
  std::unique_ptr<Store> opened;
  try {
    opened = std::make_unique<Store>(job, options.database, store_options(options, read_only, recovering));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::cancelled) throw;
    if (job.is_first()) std::fprintf(stderr, "quadrille: shutting down\n");
    return 0;
  }
  Store& store = *opened;
  keep_free_memory();
  if (with_replicas) open_replicas(job, options, *access, face);
  const std::string listeners = listeners_json(job, face ? face->port() : 0);
  const UpdateRules rules{options.union_default_graph, options.access.allow_loads, with_replicas,
                          options.limits.most_disk_bytes};
  if (!job.is_first()) {
    run_others(job, store, options,
               {{!read_only, rules.union_default_graph, false}, {rules.union_default_graph, prefixes}, listeners},
               face.get());
    return 0;
  }
  warn_of_network(options, *access);
  for (const std::string& remark : store.remarks()) std::fprintf(stderr, "quadrille: %s\n", remark.c_str());
  // From here on the other images wait for commands; the engine always ends them.
  ServedEngine engine(job, store, engine_options(options, because, rules, prefixes, listeners));
  const StopAtEnd stops{*face};
  face->engine().start(engine);
  std::fprintf(stderr, "quadrille: serving %s (%llu quads) with %d image%s, %s, on %s://%s:%d/sparql\n",
               options.database.c_str(), static_cast<unsigned long long>(count_quads(store)), job.num_images(),
               job.num_images() == 1 ? "" : "s", access->describe().c_str(), scheme_of(options),
               options.listen.host.c_str(), face->port());
  serving();
  stop.wait();
  std::fprintf(stderr, "quadrille: shutting down\n");
  return 0;
}

}  // namespace quadrille::server
