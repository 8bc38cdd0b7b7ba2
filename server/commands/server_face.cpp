#include "server/commands/server_face.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "server/commands/program_version.hpp"
#include "server/http/log_line.hpp"
#include "server/launch/host_name.hpp"

namespace quadrille::server {

namespace {

constexpr double kSecondsBetweenLines = 2;

// A database that is only read may be in a folder that cannot be written.
std::string writable_folder(const std::string& database) {
  return access(database.c_str(), W_OK) == 0 ? database : std::filesystem::temp_directory_path().string();
}

// `replica`: of a listener of another group than image 0's.
HttpOptions http_options(const ServeOptions& options, const std::optional<ReplicaAddress>& replica,
                         const StopSignal& stop) {
  HttpOptions http;
  http.administration.stop = [&stop] { stop.raise(); };
  http.administration.has_many_databases = !options.storage.databases.empty();
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
  http.pages = {options.access.allow_origins, options.access.map_tiles, options.access.linked_data};
  for (const BackupPlan& plan : options.storage.backups) http.administration.backup_targets.push_back(plan.to);
  for (const std::string& target : options.storage.backup_targets)
    http.administration.backup_targets.push_back(plain_path(std::filesystem::absolute(target)));
  return http;
}

}  // namespace

AccessSettings access_settings(const ServeOptions& options) {
  return {
      .file = options.access.file,
      .anonymous = options.access.anonymous,
      .allow_plain = options.access.allow_plain,
      .proxies = options.access.proxies,
      .log = [](const std::string& message) { log_line(LogLevel::warning, message); },
  };
}

const char* scheme_of(const ServeOptions& options) {
  return options.listen.tls.empty() ? "http" : "https";
}

std::string database_name(const std::string& database) {
  const std::filesystem::path folder = std::filesystem::weakly_canonical(database);
  return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

ServerFace::ServerFace(const ServerParts& parts, const std::optional<ReplicaAddress>& replica)
    : parts_(parts), replica_(replica), server_(engine_, *parts.access, its_options()) {}

std::function<void()> ServerFace::prepare(const ServeOptions& next) {
  const auto access = parts_.access->prepare(access_settings(next)),
             requests = server_.prepare(http_options(next, replica_, parts_.stop));
  return [access, requests] {
    access();
    requests();
  };
}

bool ServerFace::show_recovery(double share) {
  engine_.recovering(share);
  if (since_line_.seconds() < kSecondsBetweenLines) return false;
  log_notice(LogLevel::info,
             fmt::format("recovering the updates of {}: {} % (until then port {} returns 503)",
                         parts_.options.storage.databases.empty() ? parts_.options.database : "the databases",
                         static_cast<int>(share * 100), port()));
  since_line_.restart();
  return true;
}

HttpOptions ServerFace::its_options() {
  HttpOptions http = http_options(parts_.options, replica_, parts_.stop);
  http.operations = parts_.operations;
  if (replica_) return http;
  http.administration.reload = [this] { return reloader_->reload(); };
  http.administration.settings = [this](bool as_toml) { return reloader_->settings(as_toml); };
  http.administration.databases = [this]() -> DatabaseSet& { return *databases_; };
  return http;
}

}  // namespace quadrille::server
