#include "server/http/monitoring.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "server/http/job_table.hpp"
#include "server/http/tls_context.hpp"
#include "server/operations/metrics_text.hpp"
#include "server/operations/process_metrics.hpp"

namespace quadrille::server {

namespace {

constexpr MetricType kCounter = MetricType::counter, kGauge = MetricType::gauge;

// Why no queries are answered; empty: they are.
std::string why_not_ready(const Service& service) {
  if (service.facts.stopping && service.facts.stopping->load()) return "stopping";
  const auto reason = service.engine.not_ready();
  return reason ? reason->status : "";
}

void write_connections(MetricsText& text, const Service& service) {
  if (!service.facts.connections) return;
  const ConnectionCounts counts = service.facts.connections();
  text.single("quadrille_connections_open", kGauge, "Connections to the endpoint that are open.",
              std::uint64_t{counts.open});
  text.single("quadrille_connections_idle", kGauge, "Those of them that wait for a request.",
              std::uint64_t{counts.idle});
  text.single("quadrille_connections_max", kGauge, "Limit of connections that are served at once.",
              std::uint64_t{counts.most});
  text.single("quadrille_connections_accepted_total", kCounter, "Connections that have been accepted.",
              counts.accepted);
  text.single("quadrille_connections_over_limit_total", kCounter,
              "Connections beyond the limit; they get 503, except for /health, /ready and /metrics.",
              counts.over_limit);
}

void write_running(MetricsText& text, const Service& service) {
  text.family("quadrille_requests_running", kGauge, "Requests that are answered now.");
  const auto counts = service.operations.running().counts();
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    text.sample(std::uint64_t{counts[kind]}, {{"kind", kind_name(static_cast<RequestKind>(kind))}});
}

void write_logins(MetricsText& text, const Service& service) {
  using Outcome = PasswordLogins::Outcome;
  const PasswordLogins::Counts counts = service.access.login_counts();
  text.family("quadrille_logins_total", kCounter,
              "Logins by name and password: right, wrong, delayed after failures (429), busy (503).");
  text.sample(counts.of(Outcome::right), {{"outcome", "right"}});
  text.sample(counts.of(Outcome::wrong), {{"outcome", "wrong"}});
  text.sample(counts.of(Outcome::delayed), {{"outcome", "delayed"}});
  text.sample(counts.of(Outcome::busy), {{"outcome", "busy"}});
  text.family("quadrille_login_hashes", kGauge, "Passwords that are compared now, and those that wait for it.");
  text.sample(static_cast<std::uint64_t>(counts.hashes.running), {{"state", "running"}});
  text.sample(static_cast<std::uint64_t>(counts.hashes.waiting), {{"state", "waiting"}});
}

void write_jobs(MetricsText& text, JobTable& jobs) {
  const auto counts = jobs.counts();
  text.family("quadrille_jobs", kGauge, "Jobs that wait, run or are kept after their end, by state.");
  for (std::size_t state = 0; state < counts.size(); ++state)
    text.sample(std::uint64_t{counts[state]}, {{"state", name(static_cast<JobState>(state))}});
  text.single("quadrille_job_results_bytes", kGauge, "Disk space of the results of jobs.", jobs.used_bytes());
}

// A family with a series for each image.
template <class Value>
void write_by_image(MetricsText& text, const std::vector<ImageMetrics>& images, std::string_view name, MetricType type,
                    std::string_view help, Value ImageMetrics::*value) {
  text.family(name, type, help);
  for (const ImageMetrics& image : images) text.sample(image.*value, {{"image", std::to_string(image.image)}});
}

void write_images(MetricsText& text, const std::vector<ImageMetrics>& images) {
  using I = ImageMetrics;
  write_by_image(text, images, "quadrille_memory_limit_bytes", kGauge, "Limit of the memory of an image.",
                 &I::heap_bytes);
  write_by_image(text, images, "quadrille_memory_used_bytes", kGauge,
                 "Memory of an image in use, with the limits of its caches.", &I::heap_used_bytes);
  write_by_image(text, images, "quadrille_memory_high_water_bytes", kGauge,
                 "The most memory that an image has used since its start.", &I::heap_high_water_bytes);
  write_by_image(text, images, "quadrille_image_resident_memory_bytes", kGauge,
                 "Resident memory of an image's process.", &I::resident_bytes);
  write_by_image(text, images, "quadrille_image_cpu_seconds_total", kCounter, "Processor time of an image's process.",
                 &I::cpu_seconds);
  write_by_image(text, images, "quadrille_log_bytes", kGauge, "Size of an image's log of updates on the disk.",
                 &I::log_bytes);
  write_by_image(text, images, "quadrille_log_syncs_total", kCounter, "Writes to the log that waited for the disk.",
                 &I::log_syncs);
  write_by_image(text, images, "quadrille_log_sync_seconds_total", kCounter, "Time of these writes.",
                 &I::log_sync_seconds);
  write_by_image(text, images, "quadrille_messages_sent_total", kCounter, "Messages to images of other groups.",
                 &I::messages);
  write_by_image(text, images, "quadrille_message_bytes_sent_total", kCounter, "Size of these messages.",
                 &I::sent_bytes);
}

void write_lanes(MetricsText& text, const EngineMetrics::Lanes& lanes) {
  text.single("quadrille_lanes", kGauge, "Long queries that can run at once.", std::uint64_t{lanes.all});
  text.single("quadrille_lanes_running", kGauge, "Long queries that run.", std::uint64_t{lanes.running});
  text.single("quadrille_lanes_waiting", kGauge, "Long queries that wait for a lane.", std::uint64_t{lanes.waiting});
  text.single("quadrille_lanes_refused_total", kCounter, "Long queries that were refused because too many waited.",
              lanes.refused);
}

// `one`: the word for it in names of metrics.
void write_work(MetricsText& text, const std::string& one, const std::string& plain, const WorkCounts& counts) {
  text.family("quadrille_" + one + "s_total", kCounter, plain + " that have ended, by outcome.");
  text.sample(counts.succeeded, {{"outcome", "succeeded"}});
  text.sample(counts.failed, {{"outcome", "failed"}});
  text.single("quadrille_" + one + "_seconds_total", kCounter, "Time of these.", counts.seconds);
  text.single("quadrille_" + one + "s_running", kGauge, plain + " that run now.",
              std::uint64_t{counts.is_running ? 1u : 0u});
}

void write_writes(MetricsText& text, const EngineMetrics::Writes& writes) {
  text.single("quadrille_updates_waiting", kGauge, "Updates that wait for the commit that runs.",
              std::uint64_t{writes.waiting});
  write_work(text, "compaction", "Compactions", writes.compactions);
  write_work(text, "backup", "Backups", writes.backups);
}

struct NamedUses {
  std::string_view name;
  CacheUses uses;
};

void write_caches(MetricsText& text, const EngineMetrics& engine) {
  text.family("quadrille_cache_bytes", kGauge, "Memory that a cache uses.");
  for (const CacheMemory& cache : engine.caches) text.sample(cache.bytes, {{"cache", cache.name}});
  text.family("quadrille_cache_limit_bytes", kGauge, "Memory that a cache may use.");
  for (const CacheMemory& cache : engine.caches) text.sample(cache.most_bytes, {{"cache", cache.name}});
  text.single("quadrille_caches_budget_bytes", kGauge, "Memory that all caches together may use.",
              engine.caches_budget_bytes);
  std::vector<NamedUses> all{{"prepared_queries", engine.plans}};
  if (engine.graphs) all.push_back({"graphs", *engine.graphs});
  const auto write = [&](std::string_view name, MetricType type, std::string_view help,
                         std::uint64_t CacheUses::*value) {
    text.family(name, type, help);
    for (const NamedUses& one : all) text.sample(one.uses.*value, {{"cache", one.name}});
  };
  write("quadrille_cache_hits_total", kCounter, "Uses of a cache that found an entry.", &CacheUses::found);
  write("quadrille_cache_misses_total", kCounter, "Uses of a cache that found none.", &CacheUses::missed);
  write("quadrille_cache_entries", kGauge, "Entries of a cache.", &CacheUses::kept);
}

struct NamedDatabase {
  std::string name;
  DatabaseMetrics metrics;
};

// Those that the caller may watch. Names of databases become labels: administrators alone make them, and a server has a
// limit of them.
void write_databases(MetricsText& text, const Service& service, const Caller& caller) {
  std::vector<NamedDatabase> serving;
  std::uint64_t damaged = 0;
  for (const std::shared_ptr<Service>& one : service.databases->all()) {
    if (!caller.may(Right::metrics, one->database)) continue;
    if (one->engine.not_ready()) {
      ++damaged;
    } else {
      serving.push_back({one->database, one->engine.database_metrics()});
    }
  }
  text.family("quadrille_databases", kGauge, "Databases of the server, by state.");
  text.sample(std::uint64_t{serving.size()}, {{"state", "serving"}});
  text.sample(damaged, {{"state", "damaged"}});
  const auto write = [&](std::string_view name, std::string_view help, std::uint64_t DatabaseMetrics::*value) {
    text.family(name, kGauge, help);
    for (const NamedDatabase& one : serving) text.sample(one.metrics.*value, {{"database", one.name}});
  };
  write("quadrille_quads", "Quads of the newest state, with inferred ones.", &DatabaseMetrics::quads);
  write("quadrille_state_version", "Number of the last update.", &DatabaseMetrics::version);
  write("quadrille_generation", "Number of the generation of files; a compaction makes the next.",
        &DatabaseMetrics::generation);
  text.family("quadrille_backup_last_success_timestamp_seconds", kGauge,
              "End of the last backup that has succeeded, since 1970; absent: none since the start.");
  for (const NamedDatabase& one : serving) {
    if (one.metrics.last_backup != 0)
      text.sample(static_cast<std::uint64_t>(one.metrics.last_backup), {{"database", one.name}});
  }
}

void write_engine(MetricsText& text, const EngineMetrics& engine) {
  text.single("quadrille_disk_free_bytes", kGauge, "Free space in the file system of the database.",
              engine.disk_free_bytes);
  write_images(text, engine.images);
  write_caches(text, engine);
  if (engine.lanes) write_lanes(text, *engine.lanes);
  if (engine.writes) write_writes(text, *engine.writes);
}

}  // namespace

void show_metrics(Service& service, Exchange& exchange) {
  MetricsText text;
  const bool is_ready = why_not_ready(service).empty();
  text.single("quadrille_ready", kGauge, "1 if queries are answered; 0 while the server starts, recovers or stops.",
              std::uint64_t{is_ready ? 1u : 0u});
  write_process_metrics(text, service.facts.version);
  service.operations.metrics().write(text);
  write_running(text, service);
  write_connections(text, service);
  write_logins(text, service);
  if (service.jobs) write_jobs(text, *service.jobs);
  if (service.tls) {
    text.single("quadrille_tls_certificate_expiry_timestamp_seconds", kGauge,
                "Expiry of the server's certificate, since 1970.", static_cast<std::uint64_t>(service.tls->expires()));
  }
  if (!service.engine.not_ready()) {
    write_databases(text, service, exchange.caller());
    write_engine(text, service.engine.metrics());
  }
  exchange.respond(200, "text/plain; version=0.0.4; charset=utf-8", text.text(), {{"Cache-Control", "no-store"}});
}

void show_ready(Service& service, Exchange& exchange) {
  std::string why = why_not_ready(service);
  if (const auto reason = service.engine.not_ready()) why = shown_to(exchange.caller(), service, *reason).status;
  if (why.empty())
    return exchange.respond(200, "text/plain; charset=utf-8", "ready\n", {{"Cache-Control", "no-store"}});
  exchange.respond_failure(503, why, {{"Cache-Control", "no-store"}, {"Retry-After", "1"}});
}

const std::shared_ptr<const Caller>& monitor() {
  static const auto caller =
      std::make_shared<const Caller>(Caller::How::anonymous, std::string(), Grants{{Right::metrics}});
  return caller;
}

}  // namespace quadrille::server
