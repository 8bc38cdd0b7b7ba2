#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "loader/build/build_report.hpp"
#include "loader/build/left_generations.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/log/committed_mark.hpp"
#include "quadstore/log/log_format.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

using Json = nlohmann::json;

// The disk space of a database folder.
struct DiskUse {
  std::uint64_t data = 0;  // of the files that the manifest names
  std::uint64_t log = 0;   // of updates
  std::uint64_t left = 0;  // left by compactions: generations that the manifest does not name

  std::uint64_t all() const { return data + log + left; }
};

// Files can disappear meanwhile, if a server is running.
std::uint64_t bytes_below(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error)) {
    const auto size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
  }
  std::uint64_t bytes = 0;
  std::filesystem::recursive_directory_iterator walk(path, error);
  for (; !error && walk != std::filesystem::recursive_directory_iterator(); walk.increment(error)) {
    std::error_code gone;
    const bool counts = walk->is_regular_file(gone);
    const auto size = counts ? walk->file_size(gone) : 0;
    if (!gone) bytes += size;
  }
  return bytes;
}

DiskUse disk_use(const std::filesystem::path& folder, const Manifest& manifest) {
  DiskUse use;
  for (const ManifestFile& file : manifest.files) use.data += file.seal.size_bytes;
  use.log = bytes_below(log_folder(folder));
  for (const std::filesystem::path& left : left_generations(folder)) use.left += bytes_below(left);
  return use;
}

// The transactions that are not in the data yet. A damaged mark counts as none: "quadrille check" reports damage.
std::uint64_t transactions_in_log(const std::filesystem::path& folder, const Manifest& manifest) {
  try {
    const auto committed = CommittedMark::read(log_folder(folder));
    return committed && *committed > manifest.version ? *committed - manifest.version : 0;
  } catch (const Error&) {
    return 0;
  }
}

std::string for_people(const Manifest& manifest, const DiskUse& use, const InfoOptions& options, const std::string& url,
                       const Json& health, const Json& rules) {
  std::uint64_t terms = 0;
  for (const std::uint64_t count : manifest.terms_of_kind) terms += count;
  const std::uint64_t quads = manifest.default_quads + manifest.named_quads;
  std::string text = fmt::format(
      "database         {}\n"
      "quads            {} ({} in the default graph, {} in named graphs)\n"
      "terms            {} distinct IRIs and literals, {} blank nodes\n"
      "on disk          {}: {} data ({:.2f} bytes a quad), {} log of updates{}\n"
      "shards           {}: at most so many images share the work\n"
      "built            {} by quadrille {}, {} process{}, {:.2f} s\n",
      options.database, quads, manifest.default_quads, manifest.named_quads, terms, manifest.blank_nodes,
      short_size(use.all()), short_size(use.data),
      quads ? static_cast<double>(use.data) / static_cast<double>(quads) : 0.0, short_size(use.log),
      use.left ? fmt::format(", {} from before a compaction, which the next server or compaction removes",
                             short_size(use.left))
               : "",
      manifest.shards, manifest.build_time, manifest.program_version, manifest.images_at_build,
      manifest.images_at_build == 1 ? "" : "es", manifest.build_seconds);
  if (const std::string names = rules.value("rules", ""); !names.empty()) {
    text += fmt::format("rules            {}: {} of the quads follow by them and were not stated\n", names,
                        rules.value("inferred_quads", 0ull));
  } else if (const auto of_files = manifest.options.find("rules");
             rules.empty() && of_files != manifest.options.end()) {
    text += fmt::format("rules            {}: {} of the quads follow by them and were not stated\n", of_files->second,
                        manifest.inferred_quads);
  }
  if (health.is_object()) {
    text += fmt::format("served           {}, version {}, {} quads\n", url, health.value("version", 0ull),
                        health.value("quads", 0ull));
    if (const Json running = health.value("compaction", Json()); running.is_object()) {
      text +=
          fmt::format("compaction       {} {:.0f} %\n", running.value("step", ""), 100 * running.value("done", 0.0));
    }
  }
  const std::uint64_t transactions = health.is_object() ? 0 : transactions_in_log(options.database, manifest);
  if (transactions != 0) {
    text += fmt::format("updates          {} more {} in the log; their quads are not counted above\n", transactions,
                        transactions == 1 ? "transaction is" : "transactions are");
  }
  for (const LockHolder& holder : lock_holders(options.database)) {
    text += fmt::format("in use by        process {} ({}{})\n", holder.pid, holder.role,
                        holder.port ? fmt::format(" on {}:{}", holder.host, holder.port) : "");
  }
  return text;
}

std::string for_programs(const Manifest& manifest, const DiskUse& use, const std::string& url, const Json& health) {
  Json all = Json::parse(manifest.to_json());
  all["disk_bytes"] = {{"all", use.all()}, {"data", use.data}, {"log", use.log}, {"left_generations", use.left}};
  if (health.is_null()) return all.dump(2) + "\n";
  all["server"] = health;
  all["server"]["url"] = url;
  return all.dump(2) + "\n";
}

// The rules of a served database, and what follows by them, as updates have changed it. Null: there is no server, or it
// is ending.
Json served_rules(const ServerAccess& server) {
  if (server.url.empty()) return {};
  try {
    return Json::parse(ask_server({server, "/rules"}), nullptr, false);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

int run_info(const InfoOptions& options) {
  const Manifest manifest = Manifest::read(options.database);
  const ServerAccess server = find_server_access(options.database, options.client).value_or(ServerAccess());
  const std::string url = server.url + server.prefix;
  const Json health = server.health.empty() ? Json() : Json::parse(server.health, nullptr, false);
  const Json rules = served_rules(server);
  const DiskUse use = disk_use(options.database, manifest);
  print(options.json ? for_programs(manifest, use, url, health)
                     : for_people(manifest, use, options, url, health, rules.is_object() ? rules : Json::object()));
  return 0;
}

}  // namespace quadrille::server
