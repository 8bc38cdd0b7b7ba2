#include "server/http/schema_protocol.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "query/results/negotiation.hpp"
#include "server/http/http_status.hpp"
#include "server/http/piece_sink.hpp"
#include "server/http/request_parameters.hpp"
#include "server/http/time_limit.hpp"
#include "server/operations/request_id.hpp"
#include "server/schema/schema_json.hpp"
#include "server/schema/schema_query.hpp"
#include "server/schema/schema_void.hpp"

namespace quadrille::server {

namespace {

struct SchemaRequest {
  bool whole = true;
  bool older = false;
  std::optional<std::string> format = {};
  QueryRequest query = {};  // without its text
};

bool read_part(std::string_view value) {
  if (value == "all" || value == "counts") return value == "all";
  throw StatusError(400,
                    fmt::format("part must be counts (of classes and predicates, at once) or all; found '{}'", value));
}

SchemaRequest read_request(Service& service, Exchange& exchange) {
  SchemaRequest request;
  QueryRequest& query = request.query = own_query(service, exchange);
  const ProtocolSettings& settings = service.protocol();
  for (auto& [name, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (name == "part") request.whole = read_part(value);
    if (name == "older") request.older = read_switch(name, value);
    if (name == "default-graph-uri" && !value.empty()) query.default_graphs.push_back(check_graph(name, value));
    if (name == "union-default-graph") query.union_default_graph = read_switch(name, value);
    if (name == "infer") query.view = read_infer(value);
    if (name == "timeout" && !value.empty())
      query.timeout_seconds = read_timeout(value, settings.longest_timeout_seconds);
    if (name == "query-id") query.id = value;
    take_format(request.format, name, std::move(value));
  }
  if (!query.id.empty() && !is_request_id(query.id))
    throw StatusError(400, "query-id must have letters, digits and . _ - alone, at most 128");
  return request;
}

// Two schemas of one key differ only by the version.
std::string key_of(const QueryRequest& query, bool whole) {
  const auto& is_union = query.union_default_graph;
  return fmt::format("{} {} {}\n{}\n{}", whole, static_cast<int>(query.view), is_union ? *is_union + 1 : 0,
                     fmt::join(query.default_graphs, " "), query.rights.key());
}

Schema make_schema(Service& service, Exchange& exchange, QueryRequest query, bool whole) {
  std::uint64_t version = 0;
  query.text = schema_query(whole);
  query.format = "tsv";
  query.version = &version;
  exchange.set_operation(RequestKind::query, query.text);
  SchemaReader reader;
  const std::function<void(std::string_view)> take = [&](std::string_view piece) { reader.read(piece); };
  const std::function<bool()> cancelled = [&] { return exchange.cancelled(); };
  PieceSink sink(take, cancelled);
  within_limit(query.timeout_seconds, kMoreTime, [&] { service.engine.answer(query, sink); });
  Schema schema = reader.finish(whole);
  schema.version = version;
  return schema;
}

SchemaCache::Kept schema_of(Service& service, Exchange& exchange, const SchemaRequest& request) {
  SchemaCache& cache = *service.schemas;
  const std::string key = key_of(request.query, request.whole);
  if (request.older) {
    if (auto found = cache.find(key)) return found;
  }
  return cache.get(
      key, service.engine.database_metrics().version,
      [&] { return make_schema(service, exchange, request.query, request.whole); },
      [&] {
        if (exchange.cancelled()) fail(ErrorKind::cancelled, "the request for the schema was cancelled");
      });
}

}  // namespace

void serve_schema(Service& service, Exchange& exchange) {
  const SchemaRequest request = read_request(service, exchange);
  exchange.set_id(request.query.id);
  const auto schema = schema_of(service, exchange, request);
  const bool is_exact = schema->version == service.engine.database_metrics().version;
  exchange.respond(200, "application/json", schema_json(*schema, is_exact), {{"Cache-Control", "no-store"}});
}

void serve_void(Service& service, Exchange& exchange) {
  const SchemaRequest request = read_request(service, exchange);
  const HttpRequest& http = exchange.request();
  auto format = results::choose_format(results::AnswerKind::graph, request.format, http.accept);
  if (format == results::ResultFormat::html) format = results::ResultFormat::turtle;  // a browser shows it as text
  exchange.set_id(request.query.id);
  const auto schema = schema_of(service, exchange, request);
  exchange.respond(200, results::media_type(format),
                   void_document(*schema, iri_at(http, fmt::format("{}/sparql", http.prefix)), format),
                   {{"Vary", kVary}});
}

SchemaCache::Kept schema_for_tools(Service& service, Exchange& exchange, const std::string& graph) {
  SchemaRequest request;
  request.older = true;
  request.query = own_query(service, exchange);
  if (!graph.empty()) request.query.default_graphs.push_back(check_graph("graph", graph));
  try {
    return schema_of(service, exchange, request);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::timeout) throw;
  }
  request.whole = false;
  return schema_of(service, exchange, request);
}

SchemaCache::Kept schema_counts(Service& service, Exchange& exchange) {
  SchemaRequest request;
  request.query = own_query(service, exchange);
  request.whole = false;
  request.older = true;
  return schema_of(service, exchange, request);
}

SchemaCache::Kept known_schema(Service& service, Exchange& exchange) {
  SchemaRequest request = read_request(service, exchange);
  const auto whole = service.schemas->find(key_of(request.query, true));
  if (whole && whole->version == service.engine.database_metrics().version) return whole;
  request.whole = false;
  return schema_of(service, exchange, request);
}

}  // namespace quadrille::server
