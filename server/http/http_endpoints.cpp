#include "server/http/http_endpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "query/results/negotiation.hpp"
#include "server/http/administration.hpp"
#include "server/http/graph_store_protocol.hpp"
#include "server/http/http_status.hpp"
#include "server/http/jobs_protocol.hpp"
#include "server/http/log_line.hpp"
#include "server/http/media_type.hpp"
#include "server/http/query_page.hpp"
#include "server/http/request_parameters.hpp"
#include "server/http/rules_protocol.hpp"
#include "server/http/service_description.hpp"
#include "server/http/time_limit.hpp"
#include "server/http/why_request.hpp"

namespace quadrille::server {

namespace {

void respond_failure(Exchange& exchange, std::exception_ptr error) {
  const Failure failure = describe(error);
  if (failure.status == 500) {
    log_line(LogLevel::error,
             fmt::format("{} {}: {}", exchange.request().method, exchange.request().path, failure.message));
  }
  if (failure.status == 503) return exchange.respond_failure(503, failure.message, {{"Retry-After", "1"}});
  exchange.respond_failure(failure.status, failure.message);
}

void show_front_page(Service& service, Exchange& exchange) {
  exchange.respond(200, results::media_type(results::ResultFormat::html),
                   front_page(exchange.request(), service.engine.features()), {{"Vary", kVary}});
}

void show_health(Service& service, Exchange& exchange) {
  exchange.respond(200, "application/json", service.engine.health_json(), {{"Cache-Control", "no-store"}});
}

void list_algorithms(Service& service, Exchange& exchange) {
  exchange.respond(200, "application/json", service.engine.algorithms_json());
}

void run_update(Service& service, Exchange& exchange, const UpdateRequest& update) {
  require_allowed_origin(service, exchange.request());
  const WriteResult result = within_limit(update.timeout_seconds, kMoreTime, [&] {
    return service.engine.update(update, [&] { return exchange.cancelled(); });
  });
  exchange.respond(200, "application/json", write_result_json(result));
}

void run_operation(Service& service, Exchange& exchange, Takes takes) {
  const Operation operation = read_operation(protocol_message(exchange, exchange.read_body()), service.protocol, takes);
  if (const auto* update = std::get_if<UpdateRequest>(&operation)) return run_update(service, exchange, *update);
  const auto& query = std::get<QueryRequest>(operation);
  stream_answer(exchange, [&](AnswerSink& sink) {
    QueryPage page(sink, query);
    within_limit(query.timeout_seconds, kMoreTime, [&] { service.engine.answer(query, page); });
  });
}

// True if the request has no operation: no parameters, or only one for a format.
bool asks_what_this_is(const HttpRequest& request, std::optional<std::string>& format) {
  if (request.method == "POST") return false;
  for (auto& [name, value] : read_parameters(request.query_string, "the URL")) {
    if (name != "format") return false;
    take_format(format, name, std::move(value));
  }
  return true;
}

void describe_service(Service& service, Exchange& exchange, const std::optional<std::string>& wanted) {
  const HttpRequest& request = exchange.request();
  const auto format = results::choose_format(results::AnswerKind::graph, wanted, request.accept);
  if (format == results::ResultFormat::html) return show_front_page(service, exchange);
  exchange.respond(200, results::media_type(format),
                   service_description(service.engine.features(), request_iri(request), format), {{"Vary", kVary}});
}

void serve_sparql(Service& service, Exchange& exchange) {
  std::optional<std::string> format;
  if (asks_what_this_is(exchange.request(), format)) return describe_service(service, exchange, format);
  run_operation(service, exchange, Takes::queries_and_updates);
}

void serve_updates(Service& service, Exchange& exchange) {
  run_operation(service, exchange, Takes::updates);
}

constexpr std::array<Endpoint, 13> kEndpoints{{
    {"/", "GET, HEAD, OPTIONS", false, false, false, show_front_page},
    {"/sparql", "GET, HEAD, POST, OPTIONS", false, false, false, serve_sparql},
    {"/update", "POST, OPTIONS", false, false, true, serve_updates},
    {"/data", "GET, HEAD, PUT, POST, DELETE, PATCH, OPTIONS", true, false, true, serve_graph_store},
    {"/rules/check", "POST, OPTIONS", false, false, true, check_rules},
    {"/rules/status", "GET, HEAD, OPTIONS", false, false, true, show_rules_status},
    {"/rules", "GET, HEAD, PUT, POST, DELETE, OPTIONS", true, false, true, serve_rules},
    {"/why", "GET, HEAD, POST, OPTIONS", false, false, true, serve_why},
    {"/algorithms", "GET, HEAD, OPTIONS", false, false, false, list_algorithms},
    {"/jobs", "GET, HEAD, POST, DELETE, OPTIONS", true, false, true, serve_jobs},
    {"/admin/compact", "POST, OPTIONS", false, false, true, serve_compact},
    {"/admin/backup", "POST, OPTIONS", false, false, true, serve_backup},
    {"/health", "GET, HEAD, OPTIONS", false, true, false, show_health},
}};

bool is_at(const Endpoint& endpoint, std::string_view path) {
  if (!path.starts_with(endpoint.path)) return false;
  const std::string_view rest = path.substr(endpoint.path.size());
  return rest.empty() || (endpoint.below && rest.starts_with('/'));
}

}  // namespace

const Endpoint* find_endpoint(std::string_view path) {
  const auto found =
      std::find_if(kEndpoints.begin(), kEndpoints.end(), [&](const Endpoint& e) { return is_at(e, path); });
  return found == kEndpoints.end() ? nullptr : &*found;
}

bool takes_method(const Endpoint& endpoint, std::string_view method) {
  for (std::string_view rest = endpoint.methods; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find(','));
    if (one == method) return true;
    rest.remove_prefix(std::min(one.size() + 2, rest.size()));
  }
  return false;
}

bool answer_generally(const Endpoint* endpoint, Exchange& exchange) {
  const std::string_view method = exchange.request().method;
  if (!endpoint) {
    exchange.respond_failure(404, fmt::format("unknown path {}; the SPARQL endpoint is /sparql, graphs are at /data",
                                              exchange.request().path));
  } else if (method == "OPTIONS") {
    exchange.respond(204, "", "",
                     {{"Allow", endpoint->methods},
                      {"Access-Control-Allow-Methods", endpoint->methods},
                      {"Access-Control-Allow-Headers", "Accept, Authorization, Content-Encoding, Content-Type"},
                      {"Access-Control-Max-Age", "86400"}});
  } else if (!takes_method(*endpoint, method)) {
    exchange.respond_failure(
        405, fmt::format("{} does not support {}; it supports {}", endpoint->path, method, endpoint->methods),
        {{"Allow", endpoint->methods}});
  } else {
    return false;
  }
  return true;
}

// The engine accepts no requests yet. /health returns JSON, as usual.
void refuse_while_starting(const Endpoint& endpoint, Exchange& exchange, const std::string& doing) {
  const std::initializer_list<Header> headers{{"Retry-After", "1"}, {"Cache-Control", "no-store"}};
  if (!endpoint.always) return exchange.respond_failure(503, "the server is starting: " + doing, headers);
  exchange.respond(503, "application/json", fmt::format("{{\"status\":\"{}\"}}", doing), headers);
}

void run_endpoint(const Endpoint& endpoint, Service& service, Exchange& exchange) {
  try {
    if (const auto doing = service.engine.starting()) return refuse_while_starting(endpoint, exchange, *doing);
    endpoint.run(service, exchange);
  } catch (const Elsewhere&) {
    throw;
  } catch (...) {
    respond_failure(exchange, std::current_exception());
  }
}

void stream_answer(Exchange& exchange, const std::function<void(AnswerSink&)>& write) {
  StreamedAnswer answer(exchange);
  try {
    write(answer);
    if (!answer.started()) fail(ErrorKind::internal, "the engine gave no answer");
    answer.finish();
  } catch (const Elsewhere&) {
    throw;
  } catch (...) {
    if (!answer.sent()) return respond_failure(exchange, std::current_exception());
    if (answer.cancelled()) return;
    log_line(LogLevel::warning, "answer cut off: " + describe(std::current_exception()).message);
    answer.abandon();
  }
}

ProtocolMessage protocol_message(Exchange& exchange, std::string body) {
  const HttpRequest& request = exchange.request();
  return {.post = request.method == "POST",
          .query_string = request.query_string,
          .content_type = request.content_type,
          .accept = request.accept,
          .body = std::move(body),
          .iri = request_iri(request)};
}

void require_own_origin(const HttpRequest& request) {
  if (request.origin.empty()) return;
  const std::size_t scheme = request.origin.find("://");
  if (scheme != std::string_view::npos && to_lower(request.origin.substr(scheme + 3)) == to_lower(request.host)) return;
  throw StatusError(403, fmt::format("pages of {} may read, but not change data; serve --allow-origin allows an origin",
                                     request.origin));
}

void require_allowed_origin(const Service& service, const HttpRequest& request) {
  const auto& allowed = service.allow_origins;
  if (std::find(allowed.begin(), allowed.end(), to_lower(request.origin)) == allowed.end()) require_own_origin(request);
}

std::string write_result_json(const WriteResult& result) {
  const std::string inferred = result.inferred ? fmt::format(R"(,"inferred":{{"inserted":{},"deleted":{}}})",
                                                             result.inferred->inserted, result.inferred->deleted)
                                               : "";
  return fmt::format("{{\"version\":{},\"inserted\":{},\"deleted\":{}{}}}\n", result.version, result.inserted,
                     result.deleted, inferred);
}

}  // namespace quadrille::server
