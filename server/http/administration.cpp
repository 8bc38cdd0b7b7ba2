#include "server/http/administration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "server/http/http_status.hpp"
#include "server/http/json_answer.hpp"
#include "server/http/log_line.hpp"
#include "server/http/request_parameters.hpp"
#include "server/operations/recent_lines.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kUsualLines = 100;

CompactionKind kind_of(std::string_view word) {
  if (word == "merge") return CompactionKind::merge;
  if (word == "rebuild") return CompactionKind::rebuild;
  throw StatusError(400, fmt::format("the kind of a compaction must be one of: merge, rebuild; found '{}'", word));
}

std::uint32_t shards_of(std::string_view word) {
  std::uint32_t shards = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), shards);
  if (error == std::errc() && end == word.data() + word.size() && shards >= 1) return shards;
  throw StatusError(400, fmt::format("shards must be a whole number from 1; found '{}'", word));
}

// The owner of the server may write where he likes: his commands do the same without a server. Others could overwrite
// files with a path of their choice. Who administers one database of several gets folders with its name, so that he
// cannot replace backups of others.
void expect_named_target(const Service& service, const Exchange& exchange, const std::filesystem::path& target) {
  if (exchange.caller().how() == Caller::How::owner) return;
  const std::filesystem::path wanted = target.lexically_normal();
  const bool is_limited = service.administration.has_many_databases && !exchange.caller().may(Right::admin, {});
  for (const std::filesystem::path& folder : service.administration.backup_targets) {
    const std::filesystem::path named = is_limited ? folder / service.database : folder;
    const auto rest = std::mismatch(named.begin(), named.end(), wanted.begin(), wanted.end());
    if (rest.first == named.end()) return;
  }
  throw StatusError(403,
                    fmt::format("{} is in no folder that the server names for backups{}; serve --backup-target DIR "
                                "names one",
                                target.string(), is_limited ? " of " + service.database : ""));
}

void respond_done(Exchange& exchange, const std::string& report) {
  exchange.respond(200, "application/json", report + "\n");
}

}  // namespace

void serve_compact(Service& service, Exchange& exchange) {
  CompactionRequest request;
  for (const auto& [name, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (name == "kind") request.kind = kind_of(value);
    if (name == "shards") request.shards = shards_of(value);
  }
  if (request.shards != 0 && request.kind == CompactionKind::merge) {
    throw StatusError(400, "shards=N needs kind=rebuild: a merge keeps the shards");
  }
  respond_done(exchange, service.engine.compact(request));
}

void serve_reload(Service& service, Exchange& exchange) {
  if (!service.administration.reload) throw StatusError(501, "this server cannot read its settings again");
  respond_done(exchange, service.administration.reload());
}

void serve_backup(Service& service, Exchange& exchange) {
  std::string target;
  bool copy = false;
  for (const auto& [name, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (name == "target") target = value;
    if (name == "copy") copy = value == "true";
  }
  if (!target.starts_with('/')) throw StatusError(400, "give the backup's folder as an absolute path: ?target=/PATH");
  expect_named_target(service, exchange, target);
  respond_done(exchange, service.engine.backup(target, copy));
}

void show_settings(Service& service, Exchange& exchange) {
  if (!service.administration.settings) throw StatusError(501, "this server does not know its settings");
  bool as_toml = false;
  for (const auto& [name, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (name != "format") continue;
    if (value != "json" && value != "toml")
      throw StatusError(400, fmt::format("format must be json or toml; found '{}'", value));
    as_toml = value == "toml";
  }
  exchange.respond(200, as_toml ? "application/toml" : "application/json", service.administration.settings(as_toml),
                   {{"Cache-Control", "no-store"}});
}

void show_log(Service&, Exchange& exchange) {
  std::size_t most = kUsualLines;
  for (const auto& [name, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (name != "lines") continue;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), most);
    if (error != std::errc() || end != value.data() + value.size())
      throw StatusError(400, fmt::format("lines must be a number; found '{}'", value));
  }
  respond_json(exchange, 200, {{"lines", recent_lines(most)}});
}

void stop_server(Service& service, Exchange& exchange) {
  if (!service.administration.stop) throw StatusError(501, "this server cannot be stopped over HTTP");
  exchange.close_after();
  exchange.respond(202, "application/json", "{\"status\":\"shutting down\"}\n");
  log_line(LogLevel::info, fmt::format("shut down by {}", exchange.caller().name()));
  service.administration.stop();
}

}  // namespace quadrille::server
