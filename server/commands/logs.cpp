#include "server/commands/logs.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/error.hpp"
#include "server/commands/listeners.hpp"
#include "server/commands/program_version.hpp"
#include "server/http/log_line.hpp"
#include "server/launch/host_name.hpp"

namespace quadrille::server {

namespace {

void report_log(const std::string& message) {
  log_line(LogLevel::error, message);
}

const char* yes_or_no(bool is_so) {
  return is_so ? "yes" : "no";
}

std::string sync_name(Sync sync) {
  switch (sync) {
    case Sync::on:
      return "on";
    case Sync::off:
      return "off";
    case Sync::interval:
      break;
  }
  return "interval";
}

void add_each(std::vector<std::string>& settings, const char* name, const std::vector<std::string>& values) {
  for (const std::string& value : values) settings.push_back(fmt::format("{}={}", name, without_passwords(value)));
}

// The settings for the entry of a start: those of access and of durability. None of them is a secret.
std::vector<std::string> audited_settings(const ServeOptions& options, int images, int port) {
  std::vector<std::string> settings{
      "db=" + options.database,
      "host=" + options.listen.host,
      fmt::format("port={}", port),
      fmt::format("listen={}", options.listen.all ? "all" : "first"),
      fmt::format("tls={}", yes_or_no(!options.listen.tls.empty())),
      fmt::format("images={}", images),
      "access=" + options.access.file,
      fmt::format("anonymous={}", options.access.anonymous ? anonymous_name(*options.access.anonymous) : "default"),
      fmt::format("allow-plain={}", options.access.allow_plain ? yes_or_no(*options.access.allow_plain) : "default"),
      fmt::format("read-only={}", yes_or_no(options.access.read_only)),
      "sync=" + sync_name(options.storage.sync),
      fmt::format("timeout={}", options.limits.timeout_seconds),
      "query-log=" + options.listen.logs.queries,
      fmt::format("map-tiles={}", options.access.map_tiles.origin()),  // the path may have a key
      "linked-data=" + options.access.linked_data,
  };
  add_each(settings, "trusted-proxy", options.access.proxies);
  add_each(settings, "public-name", options.access.public_names);
  add_each(settings, "allow-origin", options.access.allow_origins);
  add_each(settings, "allow-load", options.access.allow_loads);
  add_each(settings, "allow-service", options.services.allowed);
  add_each(settings, "service-at", options.services.at);
  add_each(settings, "allow-context", options.access.contexts.allowed);
  add_each(settings, "context-at", options.access.contexts.at);
  return settings;
}

std::unique_ptr<QueryLog> open_query_log(const LoggingOptions& logs, const std::string& ending) {
  if (logs.queries.empty()) return nullptr;
  QueryLogSettings settings{
      .file = logs.queries == "-" ? logs.queries : logs.queries + ending, .format = logs.format, .report = report_log};
  if (logs.slow_seconds) settings.slow_seconds = *logs.slow_seconds;
  return std::make_unique<QueryLog>(std::move(settings));
}

std::unique_ptr<AuditLog> open_audit_log(const LoggingOptions& logs, const std::string& ending) {
  if (logs.audit.empty()) return nullptr;
  return std::make_unique<AuditLog>(
      AuditLogSettings{.file = logs.audit + ending, .format = logs.format, .report = report_log});
}

UserLimits user_limits(const ServeOptions& options) {
  UserLimits limits = options.limits.of_user;
  const std::size_t usual = options.access.file.empty() ? 0 : kUsualLongQueries;
  limits.long_queries = options.limits.user_long_queries.value_or(usual);
  return limits;
}

}  // namespace

std::shared_ptr<Operations> open_operations(pgas::Job& job, const ServeOptions& options) {
  const std::string first = job.team().broadcast(job.is_first() ? host_name() : std::string());
  const std::string ending = first == host_name() ? std::string() : "." + host_name();
  std::shared_ptr<Operations> operations;
  job.team().agree(pgas::attempt([&] {
    if (!listens(job, options.listen.all)) return;
    operations = std::make_shared<Operations>(user_limits(options), open_query_log(options.listen.logs, ending),
                                              open_audit_log(options.listen.logs, ending));
  }));
  return operations;
}

void audit_start(Operations& operations, const ServeOptions& options, const pgas::Job& job, int port) {
  AuditLog* const log = operations.audit_log();
  if (log) log->write_event("start", kProgramVersion, audited_settings(options, job.num_images(), port));
}

void audit_stop(Operations& operations) {
  AuditLog* const log = operations.audit_log();
  if (log == nullptr) return;
  try {
    log->write_event("stop", kProgramVersion, {});
  } catch (const Error&) {  // the log has reported it
  }
}

}  // namespace quadrille::server
