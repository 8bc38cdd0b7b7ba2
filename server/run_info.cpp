#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "quadstore/generation.hpp"
#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/server_request.hpp"

namespace quadrille::server {

namespace {

using Json = nlohmann::json;

std::string for_people(const Manifest& manifest, const InfoOptions& options, const std::string& url,
                       const Json& health) {
  std::uint64_t bytes = 0, terms = 0;
  for (const ManifestFile& file : manifest.files) bytes += file.seal.size_bytes;
  for (const std::uint64_t count : manifest.terms_of_kind) terms += count;
  const std::uint64_t quads = manifest.default_quads + manifest.named_quads;
  std::string text = fmt::format(
      "database         {}\n"
      "quads            {} ({} in the default graph, {} in named graphs)\n"
      "terms            {} in the vocabulary, {} blank nodes\n"
      "on disk          {:.1f} MB, {:.2f} bytes a quad\n"
      "built            {} by quadrille {}, {} images, {:.2f} s\n"
      "shards           {}\n",
      options.database, quads, manifest.default_quads, manifest.named_quads, terms, manifest.blank_nodes,
      static_cast<double>(bytes) * 1e-6, quads ? static_cast<double>(bytes) / static_cast<double>(quads) : 0.0,
      manifest.build_time, manifest.program_version, manifest.images_at_build, manifest.build_seconds, manifest.shards);
  if (health.is_object()) {
    text += fmt::format("served           {}, version {}, {} quads\n", url, health.value("version", 0ull),
                        health.value("quads", 0ull));
  }
  for (const LockHolder& holder : lock_holders(options.database)) {
    text += fmt::format("in use by        process {} ({}{})\n", holder.pid, holder.role,
                        holder.port ? fmt::format(" on {}:{}", holder.host, holder.port) : "");
  }
  return text;
}

std::string for_programs(const Manifest& manifest, const std::string& url, const Json& health) {
  if (health.is_null()) return manifest.to_json() + "\n";
  Json all = Json::parse(manifest.to_json());
  all["server"] = health;
  all["server"]["url"] = url;
  return all.dump(2) + "\n";
}

// What the server says of its state, the data that updates have changed included. Null: there is none, or it is ending.
Json ask_health(const std::string& url) {
  if (url.empty()) return {};
  try {
    return Json::parse(ask_server({url, "/health"}), nullptr, false);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

int run_info(const InfoOptions& options) {
  const Manifest manifest = Manifest::read(options.database);
  const auto server = find_server(options.database);
  const std::string url = server ? server_url(*server) : "";
  const Json health = ask_health(url);
  const std::string text =
      options.json ? for_programs(manifest, url, health) : for_people(manifest, options, url, health);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (std::fflush(stdout) != 0) fail(ErrorKind::io, "cannot write to standard output");
  return 0;
}

}  // namespace quadrille::server
