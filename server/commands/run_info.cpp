#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.hpp"
#include "loader/build/build_report.hpp"
#include "loader/build/left_generations.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/log/committed_mark.hpp"
#include "quadstore/log/log_format.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/server_request.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/same_database.hpp"
#include "server/engine/store.hpp"
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

// The counts that queries give.
struct QuadCounts {
  std::uint64_t default_graph = 0, named_graphs = 0;
  std::uint64_t inferred = 0;  // of both: follow by rules and were not stated
  std::uint64_t all() const { return default_graph + named_graphs; }
};

QuadCounts counts_of(const Manifest& manifest) {
  return {manifest.default_quads, manifest.named_quads, manifest.inferred_quads};
}

QuadCounts counts_of(const ServedState& state) {
  const Statistics& all = state.snapshot().statistics();
  QuadCounts counts{all.default_graph.rows(), all.named_graphs.rows()};
  const Snapshot stated = state.snapshot().in(View::stated);
  counts.inferred = counts.all() - stated.statistics().default_graph.rows() - stated.statistics().named_graphs.rows();
  return counts;
}

// The answer of the database's server about it. null or empty: no server runs, or it is starting or ending.
struct FromServer {
  std::string url;
  Json health, rules = Json::object();

  bool answers() const { return health.is_object(); }
  // nullopt if it is starting.
  std::optional<QuadCounts> counts() const {
    if (!answers() || !health.contains("default_graph_quads")) return std::nullopt;
    const std::uint64_t in_default = health.at("default_graph_quads"), all = health.at("quads");
    return QuadCounts{in_default, all - in_default, rules.value("inferred_quads", 0ull)};
  }
};

// A database, with its updates as far as they can be counted.
struct Description {
  const InfoOptions& options;
  Manifest manifest;
  FromServer server;
  std::optional<QuadCounts> counts;  // with all updates; nullopt: only the files are counted

  QuadCounts shown() const { return counts.value_or(counts_of(manifest)); }
  // Transactions that are in the log and not in the files.
  std::uint64_t updates() const {
    const std::uint64_t served = server.answers() ? server.health.value("version", std::uint64_t{0}) : 0;
    return std::max(transactions_in_log(options.database, manifest),
                    served > manifest.version ? served - manifest.version : 0);
  }
};

std::string lines_of_updates(const Description& about) {
  const std::uint64_t count = about.updates();
  if (count == 0) return {};
  const char* const counted = about.counts             ? "counted above; a compaction merges them into the data"
                              : about.server.answers() ? "not counted above: the server does not show their number"
                                                       : "not counted above: the database cannot be opened now";
  return fmt::format("updates          {} transaction{} in the log, {}\n", count, count == 1 ? "" : "s", counted);
}

std::string lines_of_rules(const Description& about) {
  std::string names = about.server.rules.value("rules", "");
  const auto of_files = about.manifest.options.find("rules");
  if (about.server.rules.empty() && of_files != about.manifest.options.end()) names = of_files->second;
  if (names.empty()) return {};
  return fmt::format("rules            {}: {} of the quads follow by them and were not stated\n", names,
                     about.shown().inferred);
}

std::string lines_of_server(const FromServer& server) {
  if (!server.answers()) return {};
  std::string text = fmt::format("served           {}, version {}\n", server.url, server.health.value("version", 0ull));
  if (const Json running = server.health.value("compaction", Json()); running.is_object())
    text += fmt::format("compaction       {} {:.0f} %\n", running.value("step", ""), 100 * running.value("done", 0.0));
  return text;
}

std::string for_people(const Description& about, const DiskUse& use) {
  const Manifest& manifest = about.manifest;
  std::uint64_t terms = 0;
  for (const std::uint64_t count : manifest.terms_of_kind) terms += count;
  terms -= manifest.triple_terms();
  const std::uint64_t in_files = counts_of(manifest).all();
  const QuadCounts quads = about.shown();
  std::string text = fmt::format(
      "database         {}\n"
      "quads            {} ({} in the default graph, {} in named graphs)\n"
      "terms            {} distinct IRIs and literals, {} blank nodes{}{}\n"
      "on disk          {}: {} data ({:.2f} bytes a quad), {} log of updates{}\n"
      "shards           {}: at most so many images share the work\n"
      "built            {} by quadrille {}, {} process{}, {:.2f} s\n",
      about.options.database, quads.all(), quads.default_graph, quads.named_graphs, terms, manifest.blank_nodes,
      manifest.triple_terms() == 0 ? "" : fmt::format(", {} triple terms", manifest.triple_terms()),
      about.updates() == 0 ? "" : ", without those of the log", short_size(use.all()), short_size(use.data),
      in_files ? static_cast<double>(use.data) / static_cast<double>(in_files) : 0.0, short_size(use.log),
      use.left ? fmt::format(", {} from before a compaction, which the next server or compaction removes",
                             short_size(use.left))
               : "",
      manifest.shards, manifest.build_time, manifest.program_version, manifest.images_at_build,
      manifest.images_at_build == 1 ? "" : "es", manifest.build_seconds);
  text += lines_of_rules(about) + lines_of_updates(about) + lines_of_server(about.server);
  for (const LockHolder& holder : lock_holders(about.options.database)) {
    text += fmt::format("in use by        process {} ({}{})\n", holder.pid, holder.role,
                        holder.port ? fmt::format(" on {}:{}", holder.host, holder.port) : "");
  }
  return text;
}

std::string for_programs(const Description& about, const DiskUse& use) {
  Json all = Json::parse(about.manifest.to_json());
  const QuadCounts quads = about.shown();
  all["quads"] = {
      {"default_graph", quads.default_graph}, {"named_graphs", quads.named_graphs}, {"inferred", quads.inferred}};
  all["updates_in_log"] = {{"transactions", about.updates()}, {"counted", about.counts.has_value()}};
  all["disk_bytes"] = {{"all", use.all()}, {"data", use.data}, {"log", use.log}, {"left_generations", use.left}};
  if (!about.server.answers()) return all.dump(2) + "\n";
  all["server"] = about.server.health;
  all["server"]["url"] = about.server.url;
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

FromServer ask_server_of(const InfoOptions& options) {
  const ServerAccess server = find_server_access(options.database, options.client).value_or(ServerAccess());
  FromServer found{server.url + server.prefix, {}};
  if (!server.health.empty()) found.health = Json::parse(server.health, nullptr, false);
  if (Json rules = served_rules(server); rules.is_object()) found.rules = std::move(rules);
  return found;
}

Description describe(const InfoOptions& options) {
  Description about{options, Manifest::read(options.database), ask_server_of(options), std::nullopt};
  about.counts = about.server.counts();
  if (!about.counts && about.updates() == 0) about.counts = counts_of(about.manifest);
  return about;
}

void show(const Description& about) {
  const DiskUse use = disk_use(about.options.database, about.manifest);
  print(about.options.json ? for_programs(about, use) : for_people(about, use));
}

// Collective. The quads with the updates of the log, which no server has open. nullopt on all images: another command
// changes the database, or it is damaged.
std::optional<QuadCounts> count_with_log(pgas::Job& job, const InfoOptions& options) {
  pgas::Team& team = job.team();
  try {
    std::unique_ptr<DatabaseLock> lock;
    team.run([&] { lock = share_database(team, options.database, "info"); });
    const Store store(job, team, options.database, {});
    return counts_of(store.states().newest());
  } catch (const Error&) {  // the same on all images
    return std::nullopt;
  }
}

}  // namespace

std::optional<int> info_without_log(const InfoOptions& options) {
  const Description about = describe(options);
  if (!about.counts && !about.server.answers()) return std::nullopt;
  show(about);
  return 0;
}

int run_info(pgas::Job& job, const InfoOptions& options) {
  const std::optional<QuadCounts> counts = count_with_log(job, options);
  if (!job.is_first()) return 0;
  Description about = describe(options);
  if (counts) about.counts = counts;
  show(about);
  return 0;
}

}  // namespace quadrille::server
