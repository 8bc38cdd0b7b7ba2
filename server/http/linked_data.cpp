#include "server/http/linked_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "query/results/negotiation.hpp"
#include "server/http/http_status.hpp"
#include "server/http/linked_data_prefix.hpp"
#include "server/http/piece_sink.hpp"
#include "server/http/request_parameters.hpp"
#include "server/http/time_limit.hpp"
#include "server/http/url_encoding.hpp"

namespace quadrille::server {

namespace {

// As sent, and with its percent-encoding removed: browsers encode what data may have as it is.
std::vector<std::string> iris_of(std::string_view prefix, std::string_view raw_path) {
  const std::string_view rest = raw_path.substr(path_of_prefix(prefix).size());
  std::vector<std::string> iris{std::string(prefix).append(rest)};
  if (const auto decoded = decode_url(rest); decoded && *decoded != rest && rest.find('+') == std::string_view::npos)
    iris.push_back(std::string(prefix).append(*decoded));
  std::erase_if(iris, [](const std::string& iri) { return !is_absolute_iri(iri); });
  return iris;
}

QueryRequest query_of(Service& service, Exchange& exchange, std::string text) {
  QueryRequest request = own_query(service, exchange);
  request.text = std::move(text);
  request.union_default_graph = true;
  return request;
}

bool has_triples(Service& service, Exchange& exchange, const std::string& iri) {
  QueryRequest request =
      query_of(service, exchange, fmt::format("ASK {{ {{ <{0}> ?p ?o }} UNION {{ ?s ?p <{0}> }} }}", iri));
  request.format = "tsv";
  std::string answer;
  const std::function<void(std::string_view)> take = [&](std::string_view piece) { answer += piece; };
  const std::function<bool()> cancelled = [&] { return exchange.cancelled(); };
  PieceSink sink(take, cancelled);
  within_limit(request.timeout_seconds, kMoreTime, [&] { service.engine.answer(request, sink); });
  return answer.starts_with("true");
}

}  // namespace

const Endpoint* find_linked_data(const Service& service, std::string_view raw_path) {
  const std::string_view path = path_of_prefix(service.linked_data());
  if (path.empty() || service.is_for_monitoring || !raw_path.starts_with(path) || raw_path == path) return nullptr;
  const auto all = endpoints();
  return &*std::find_if(all.begin(), all.end(), [](const Endpoint& one) { return one.path == kLinkedDataPath; });
}

void show_resource(Service& service, Exchange& exchange) {
  const HttpRequest& http = exchange.request();
  std::optional<std::string> wanted;
  results::LayoutRequest layout;
  for (auto& [name, value] : read_parameters(http.query_string, "the URL")) {
    take_layout(layout, name, value);
    take_format(wanted, name, std::move(value));
  }
  const auto format = results::choose_format(results::AnswerKind::graph, wanted, http.accept);
  for (const std::string& iri : iris_of(service.linked_data(), http.raw_path)) {
    if (!has_triples(service, exchange, iri)) continue;
    if (format == results::ResultFormat::html) {
      return exchange.respond(303, "", "",
                              {{"Location", fmt::format("/#/resource?term={}", encode_url(iri))}, {"Vary", kVary}});
    }
    QueryRequest request = query_of(service, exchange, fmt::format("DESCRIBE <{}>", iri));
    request.format = wanted;
    request.layout = layout;
    request.layout.accept = http.accept;
    exchange.set_operation(RequestKind::query, request.text);
    return stream_answer(exchange, [&](AnswerSink& sink) {
      within_limit(request.timeout_seconds, kMoreTime, [&] { service.engine.answer(request, sink); });
    });
  }
  throw StatusError(404, fmt::format("there is nothing about <{}{}> in this database", service.linked_data(),
                                     http.raw_path.substr(path_of_prefix(service.linked_data()).size())));
}

}  // namespace quadrille::server
