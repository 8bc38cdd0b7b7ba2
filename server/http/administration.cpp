#include "server/http/administration.hpp"

#include <fmt/format.h>

#include <charconv>

#include "server/http/http_status.hpp"
#include "server/http/request_parameters.hpp"

namespace quadrille::server {

namespace {

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

void serve_backup(Service& service, Exchange& exchange) {
  std::string target;
  bool copy = false;
  for (const auto& [name, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (name == "target") target = value;
    if (name == "copy") copy = value == "true";
  }
  if (!target.starts_with('/')) throw StatusError(400, "give the backup's folder as an absolute path: ?target=/PATH");
  respond_done(exchange, service.engine.backup(target, copy));
}

}  // namespace quadrille::server
