#include "server/http/why_request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "server/http/http_status.hpp"
#include "server/http/media_type.hpp"
#include "server/http/request_parameters.hpp"
#include "server/http/time_limit.hpp"

namespace quadrille::server {

namespace {

constexpr std::uint64_t kMostProofs = 1000;
constexpr std::string_view kFormType = "application/x-www-form-urlencoded";
constexpr std::array<std::string_view, 5> kQuadTypes{"text/turtle", "application/trig", "application/n-triples",
                                                     "application/n-quads", "text/plain"};

std::uint64_t number_of(const std::string& word) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc() && end == word.data() + word.size() && number <= kMostProofs) return number;
  throw StatusError(400, fmt::format("all must be a number of proofs from 0 to {}; found '{}'", kMostProofs, word));
}

void take(WhyRequest& request, Parameters parameters, const ProtocolSettings& settings) {
  for (auto& [name, value] : parameters) {
    if (name == "quad") {
      if (!request.quad.empty()) throw StatusError(400, "the request has more than one quad");
      request.quad = std::move(value);
    } else if (name == "all") {
      request.more = number_of(value);
    } else if (name == "timeout") {
      request.timeout_seconds = read_timeout(value, settings.longest_timeout_seconds);
    } else {
      take_format(request.format, name, std::move(value));
    }
  }
}

void take_body(WhyRequest& request, Exchange& exchange, const ProtocolSettings& settings) {
  const std::string type = read_media_type(exchange.request().content_type);
  if (type == kFormType) return take(request, read_parameters(exchange.read_body(), "the form"), settings);
  if (std::find(kQuadTypes.begin(), kQuadTypes.end(), type) == kQuadTypes.end()) {
    throw StatusError(415, fmt::format("cannot read a body of type '{}'; POST {} or {}",
                                       exchange.request().content_type, kFormType, fmt::join(kQuadTypes, ", ")));
  }
  if (!request.quad.empty()) throw StatusError(400, "the request has more than one quad");
  request.quad = exchange.read_body();
}

}  // namespace

void serve_why(Service& service, Exchange& exchange) {
  const HttpRequest& http = exchange.request();
  WhyRequest request;
  request.accept = http.accept;
  take(request, read_parameters(http.query_string, "the URL"), service.protocol());
  if (http.method == "POST") take_body(request, exchange, service.protocol());
  if (request.quad.empty()) {
    throw StatusError(400,
                      "the request has no quad; send one as the parameter 'quad', such as "
                      "quad=<http://e/tom> a <http://e/Cat>");
  }
  exchange.set_operation(RequestKind::why, request.quad);
  if (request.timeout_seconds == 0)
    request.timeout_seconds =
        std::min(service.protocol().default_timeout_seconds, service.protocol().longest_timeout_seconds);
  const WhyAnswer answer = within_limit(request.timeout_seconds, kMoreTime, [&] {
    return service.engine.why(request, [&] { return exchange.cancelled(); });
  });
  exchange.respond(200, answer.media_type, answer.text, {{"Vary", kVary}});
}

}  // namespace quadrille::server
