#include "server/http/graph_store_protocol.hpp"

#include <fmt/format.h>

#include <random>

#include "base/text.hpp"
#include "query/results/negotiation.hpp"
#include "server/http/http_status.hpp"
#include "server/http/media_type.hpp"
#include "server/http/multipart_payload.hpp"
#include "server/http/request_parameters.hpp"
#include "server/http/time_limit.hpp"

namespace quadrille::server {

namespace {

using Kind = GraphTarget::Kind;

constexpr std::string_view kStore = "/data";

[[noreturn]] void refuse_without_graph(std::string_view why) {
  throw StatusError(400, fmt::format("{}: name a graph by {}?default, {}?graph=IRI or a path below {}/", why, kStore,
                                     kStore, kStore));
}

// The parts of a request that all methods read.
struct GraphRequest {
  GraphTarget target;
  std::optional<std::string> format;
  results::LayoutRequest layout = {};
  double timeout_seconds = 0;
  View view = View::stated;
};

GraphRequest read_graph_request(const Service& service, const HttpRequest& request) {
  Parameters parameters = read_parameters(request.query_string, "the URL");
  GraphRequest read{.target = read_graph_target(request, parameters), .format = {}};
  read.layout.accept = request.accept;
  for (auto& [name, value] : parameters) {
    if (name == "infer") read.view = read_infer(value);
    if (name == "timeout") read.timeout_seconds = read_timeout(value, service.protocol().longest_timeout_seconds);
    take_layout(read.layout, name, value);
    take_format(read.format, name, std::move(value));
  }
  return read;
}

// A body that is one document.
class WholeBody final : public Payload {
 public:
  WholeBody(ByteSource& body, std::string_view content_type, std::string base)
      : body_(body), syntax_(rdf_syntax(content_type)), base_(std::move(base)), version_(version_of(content_type)) {}

  std::optional<Document> next() override {
    if (std::exchange(given_, true)) return std::nullopt;
    return Document{"the request's body", syntax_, base_, version_, std::make_unique<Bytes>(body_)};
  }

 private:
  class Bytes final : public ByteSource {
   public:
    explicit Bytes(ByteSource& body) : body_(body) {}
    std::size_t read(std::span<char> to) override { return body_.read(to); }

   private:
    ByteSource& body_;
  };

  ByteSource& body_;
  Syntax syntax_;
  std::string base_, version_;
  bool given_ = false;
};

bool is_multipart(std::string_view content_type) {
  return to_lower(content_type).starts_with("multipart/");
}

std::unique_ptr<Payload> open_payload(Exchange& exchange, std::string base) {
  const std::string_view type = exchange.request().content_type;
  if (!is_multipart(type)) return std::make_unique<WholeBody>(exchange.body(), type, std::move(base));
  const auto boundary = parameter(type, "boundary");
  if (!boundary || boundary->empty() || boundary->size() > 70) {
    throw StatusError(400, fmt::format("'{}' must name a boundary of 1 to 70 characters", type));
  }
  return std::make_unique<MultipartPayload>(exchange.body(), *boundary, std::move(base));
}

bool holds_graphs(std::string_view content_type) {
  if (is_multipart(content_type)) return false;
  return has_graphs(rdf_syntax(content_type));
}

std::string base_for(const GraphTarget& target, const HttpRequest& request) {
  return target.kind == Kind::named ? target.iri : request_iri(request);
}

// A name that cannot be guessed: 128 random bits.
std::string fresh_graph_iri(const HttpRequest& request) {
  const std::string store = request_iri(request);
  if (store.empty()) refuse_without_graph("the header Host is missing, so a new graph has no name");
  std::random_device random;
  return fmt::format("{}/{:08x}{:08x}{:08x}{:08x}", store, random(), random(), random(), random());
}

void respond_written(Exchange& exchange, const WriteResult& result, std::string_view location = {}) {
  const std::string body = write_result_json(with_audit(exchange.audit(), result));
  if (!result.created) return exchange.respond(200, "application/json", body);
  if (location.empty()) return exchange.respond(201, "application/json", body);
  exchange.respond(201, "application/json", body,
                   {{"Location", location}, {"Access-Control-Expose-Headers", "Location"}});
}

// For lists and logs: "default", "all graphs", or the IRI.
std::string_view text_of(const GraphTarget& target) {
  if (target.kind == Kind::named) return target.iri;
  return target.kind == Kind::dataset ? "all graphs" : "default";
}

// The entry in the audit log before a write of `target`.
void begin_write(Exchange& exchange, const GraphTarget& target) {
  const std::string graph(text_of(target));
  exchange.audit().begin("write", {&graph, 1});
}

GraphWrite write_of(const Service& service, Exchange& exchange, const GraphRequest& request) {
  return {request.target, request.timeout_seconds, exchange.progress(), require_may_write_graphs(service, exchange)};
}

void send_graph(Service& service, Exchange& exchange, const GraphRequest& request) {
  exchange.set_operation(RequestKind::graph_read, text_of(request.target));
  const auto kind = request.target.kind == Kind::dataset ? results::AnswerKind::dataset : results::AnswerKind::graph;
  const auto format = results::choose_format(kind, request.format, request.layout.accept);
  const GraphRead read{.target = request.target,
                       .format = format,
                       .layout = results::choose_layout(format, request.layout),
                       .timeout_seconds = request.timeout_seconds,
                       .view = request.view,
                       .rights = exchange.caller().graphs(Right::read, service.database),
                       .progress = exchange.progress(),
                       .user = lane_user(service, exchange)};
  if (exchange.head_only()) {
    if (!service.engine.graph_exists(read.target, read.rights)) throw NoSuchGraph(read.target.iri);
    return stream_answer(exchange,
                         [&](AnswerSink& sink) { sink.start(results::content_type(read.format, read.layout)); });
  }
  stream_answer(exchange, [&](AnswerSink& sink) {
    within_limit(read.timeout_seconds, kMoreTime, [&] { service.engine.get_graph(read, sink); });
  });
}

void replace_graph(Service& service, Exchange& exchange, const GraphRequest& request) {
  if (request.target.kind == Kind::dataset && !holds_graphs(exchange.request().content_type)) {
    refuse_without_graph("triples without a graph");
  }
  const auto payload = open_payload(exchange, base_for(request.target, exchange.request()));
  begin_write(exchange, request.target);
  respond_written(exchange, service.engine.put_graph(write_of(service, exchange, request), *payload,
                                                     [&] { return exchange.cancelled(); }));
}

void add_graph(Service& service, Exchange& exchange, const GraphRequest& request) {
  GraphWrite write = write_of(service, exchange, request);
  std::string location;
  if (write.target.kind == Kind::dataset && !holds_graphs(exchange.request().content_type)) {
    location = fresh_graph_iri(exchange.request());
    write.target = {Kind::named, location};
  }
  const auto payload = open_payload(exchange, base_for(write.target, exchange.request()));
  begin_write(exchange, write.target);
  WriteResult result = service.engine.post_graph(write, *payload, [&] { return exchange.cancelled(); });
  if (!location.empty()) result.created = true;  // also for no triples
  respond_written(exchange, result, location);
}

void remove_graph(Service& service, Exchange& exchange, const GraphRequest& request) {
  if (request.target.kind == Kind::dataset) {
    refuse_without_graph("to delete everything, send the update DROP ALL");
  }
  begin_write(exchange, request.target);
  respond_written(exchange, service.engine.delete_graph(write_of(service, exchange, request),
                                                        [&] { return exchange.cancelled(); }));
}

void change_graph(Service& service, Exchange& exchange, const GraphRequest& request) {
  if (request.target.kind == Kind::dataset) refuse_without_graph("PATCH is about one graph");
  const std::string_view type = exchange.request().content_type;
  if (read_media_type(type) != "application/sparql-update") {
    throw StatusError(415, fmt::format("cannot use '{}' for PATCH; send application/sparql-update", type));
  }
  const std::string& base = service.protocol().base;
  const UpdateRequest update{.text = exchange.read_body(),
                             .base = base.empty() ? base_for(request.target, exchange.request()) : base,
                             .using_graphs = {},
                             .using_named = {},
                             .graph = request.target,
                             .timeout_seconds = request.timeout_seconds,
                             .default_prefixes = {},
                             .progress = exchange.progress(),
                             .rights = require_may_write_graphs(service, exchange),
                             .begins = audited(exchange.audit())};
  exchange.set_operation(RequestKind::graph_write, update.text);
  respond_written(exchange, service.engine.update(update, [&] { return exchange.cancelled(); }));
}

void run_write(Service& service, Exchange& exchange, void (*write)(Service&, Exchange&, const GraphRequest&)) {
  const GraphRequest request = read_graph_request(service, exchange.request());
  exchange.set_operation(RequestKind::graph_write, text_of(request.target));
  within_limit(request.timeout_seconds, kMoreTime, [&] { write(service, exchange, request); });
}

}  // namespace

GraphTarget read_graph_target(const HttpRequest& request, const Parameters& parameters) {
  GraphTarget target{Kind::dataset};
  for (const auto& [name, value] : parameters) {
    if (name != "default" && name != "graph") continue;
    if (target.kind != Kind::dataset) throw StatusError(400, "the request names more than one graph");
    target = name == "graph" ? GraphTarget{Kind::named, check_graph(name, value)} : GraphTarget{Kind::default_graph};
  }
  if (request.path == kStore) return target;
  if (target.kind != Kind::dataset) {
    throw StatusError(
        400, fmt::format("the path names a graph and a parameter another; send {}?graph=IRI without a path", kStore));
  }
  const std::string iri = request_iri(request);
  if (iri.empty()) refuse_without_graph("the header Host is missing, so the path names no graph");
  return {Kind::named, iri};
}

void show_graph(Service& service, Exchange& exchange) {
  send_graph(service, exchange, read_graph_request(service, exchange.request()));
}

void put_graph(Service& service, Exchange& exchange) {
  run_write(service, exchange, replace_graph);
}

void post_graph(Service& service, Exchange& exchange) {
  run_write(service, exchange, add_graph);
}

void delete_graph(Service& service, Exchange& exchange) {
  run_write(service, exchange, remove_graph);
}

void patch_graph(Service& service, Exchange& exchange) {
  run_write(service, exchange, change_graph);
}

}  // namespace quadrille::server
