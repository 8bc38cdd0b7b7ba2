#include "server/http_endpoints.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>

#include "server/front_page.hpp"
#include "server/http_status.hpp"

namespace quadrille::server {

namespace {

void respond_failure(Exchange& exchange, std::exception_ptr error) {
  const Failure failure = describe(error);
  if (failure.status == 500)
    spdlog::error("{} {}: {}", exchange.request().method, exchange.request().path, failure.message);
  if (failure.status == 503) return exchange.respond_failure(503, failure.message, {{"Retry-After", "1"}});
  exchange.respond_failure(failure.status, failure.message);
}

void show_front_page(Service&, Exchange& exchange) {
  exchange.respond(200, "text/html; charset=utf-8", kFrontPage);
}

void show_health(Service& service, Exchange& exchange) {
  exchange.respond(200, "application/json", service.engine.health_json(), {{"Cache-Control", "no-store"}});
}

void answer_query(Service& service, Exchange& exchange) {
  const HttpRequest& request = exchange.request();
  const QueryRequest query = read_query({.post = request.method == "POST",
                                         .query_string = request.query_string,
                                         .content_type = request.content_type,
                                         .accept = request.accept,
                                         .body = request.body},
                                        service.protocol);
  StreamedAnswer answer(exchange);
  try {
    service.engine.answer(query, answer);
    if (!answer.started()) fail(ErrorKind::internal, "the engine gave no answer");
    answer.finish();
  } catch (...) {
    if (!answer.sent()) return respond_failure(exchange, std::current_exception());
    if (!answer.cancelled()) spdlog::warn("answer cut off: {}", describe(std::current_exception()).message);
    answer.abandon();
  }
}

constexpr std::array<Endpoint, 3> kEndpoints{{
    {"/", "GET, HEAD, OPTIONS", false, false, show_front_page},
    {"/sparql", "GET, HEAD, POST, OPTIONS", true, false, answer_query},
    {"/health", "GET, HEAD, OPTIONS", false, true, show_health},
}};

}  // namespace

std::span<const Endpoint> all_endpoints() {
  return kEndpoints;
}

const Endpoint* find_endpoint(std::string_view path) {
  const auto found =
      std::find_if(kEndpoints.begin(), kEndpoints.end(), [&](const Endpoint& e) { return e.path == path; });
  return found == kEndpoints.end() ? nullptr : &*found;
}

bool answer_generally(const Endpoint* endpoint, Exchange& exchange) {
  const std::string_view method = exchange.request().method;
  if (!endpoint) {
    exchange.respond_failure(404,
                             fmt::format("nothing is at {}; the SPARQL endpoint is /sparql", exchange.request().path));
  } else if (method == "OPTIONS") {
    exchange.respond(204, "", "",
                     {{"Allow", endpoint->methods},
                      {"Access-Control-Allow-Methods", endpoint->methods},
                      {"Access-Control-Allow-Headers", "Accept, Content-Type"},
                      {"Access-Control-Max-Age", "86400"}});
  } else if (method != "GET" && method != "HEAD" && !(method == "POST" && endpoint->takes_post)) {
    exchange.respond_failure(405,
                             fmt::format("{} does not take {}; it takes {}", endpoint->path, method, endpoint->methods),
                             {{"Allow", endpoint->methods}});
  } else {
    return false;
  }
  return true;
}

void run_endpoint(const Endpoint& endpoint, Service& service, Exchange& exchange) {
  try {
    endpoint.run(service, exchange);
  } catch (...) {
    respond_failure(exchange, std::current_exception());
  }
}

}  // namespace quadrille::server
