#include "server/http/http_endpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "loader/rdf/rdf_version.hpp"
#include "query/results/negotiation.hpp"
#include "server/http/administration.hpp"
#include "server/http/databases_protocol.hpp"
#include "server/http/foreign_addresses.hpp"
#include "server/http/graph_store_protocol.hpp"
#include "server/http/hints_protocol.hpp"
#include "server/http/http_status.hpp"
#include "server/http/jobs_protocol.hpp"
#include "server/http/json_answer.hpp"
#include "server/http/linked_data.hpp"
#include "server/http/log_line.hpp"
#include "server/http/mcp_endpoint.hpp"
#include "server/http/media_type.hpp"
#include "server/http/monitoring.hpp"
#include "server/http/queries_protocol.hpp"
#include "server/http/query_page.hpp"
#include "server/http/request_parameters.hpp"
#include "server/http/rules_protocol.hpp"
#include "server/http/schema_protocol.hpp"
#include "server/http/service_description.hpp"
#include "server/http/session_protocol.hpp"
#include "server/http/slow_query.hpp"
#include "server/http/time_limit.hpp"
#include "server/http/why_request.hpp"
#include "server/http/workbench.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kEnded =
    "the request was ended by its sender or an administrator (DELETE /admin/queries/ID), or its database was dropped";

void respond_failure(Exchange& exchange, std::exception_ptr error) {
  const Failure failure = describe(error);
  if (failure.status == 503 && exchange.record().cancelled) return exchange.respond_failure(503, kEnded);
  if (failure.status == 500) {
    log_line(LogLevel::error,
             fmt::format("{} {}: {}", exchange.request().method, exchange.request().whole_path(), failure.message));
  }
  if (failure.status == 503) return exchange.respond_failure(503, failure.message, {{"Retry-After", "1"}});
  exchange.respond_failure(failure.status, failure.message);
}

// Others than readers and monitors learn only that the server answers.
void show_health(Service& service, Exchange& exchange) {
  const Caller& caller = exchange.caller();
  const bool is_trusted = caller.may(Right::read, service.database) || caller.may(Right::metrics, service.database);
  exchange.respond(200, "application/json", is_trusted ? service.engine.health_json() : "{\"status\":\"ok\"}\n",
                   {{"Cache-Control", "no-store"}});
}

void list_algorithms(Service& service, Exchange& exchange) {
  exchange.respond(200, "application/json", service.engine.algorithms_json());
}

void run_update(Service& service, Exchange& exchange, UpdateRequest& update) {
  exchange.set_id(update.id);
  exchange.set_operation(RequestKind::update, update.text);
  update.rights = require_may_write_graphs(service, exchange);
  update.progress = exchange.progress();
  update.begins = audited(exchange.audit());
  WriteResult result = within_limit(update.timeout_seconds, kMoreTime, [&] {
    return service.engine.update(update, [&] { return exchange.cancelled(); });
  });
  const std::string version = version_of(exchange.request().content_type);
  if (!version.empty() && !is_known_version(version)) result.warnings.push_back(version_warning(version));
  exchange.respond(200, "application/json", write_result_json(with_audit(exchange.audit(), result)));
}

void run_operation(Service& service, Exchange& exchange, Takes takes) {
  Operation operation = read_operation(protocol_message(exchange, exchange.read_body()), service.protocol(), takes);
  if (auto* update = std::get_if<UpdateRequest>(&operation)) return run_update(service, exchange, *update);
  auto& query = std::get<QueryRequest>(operation);
  exchange.set_id(query.id);
  exchange.set_operation(RequestKind::query, query.text);
  query.progress = exchange.progress();
  query.user = lane_user(service, exchange);
  query.rights = exchange.caller().graphs(Right::read, service.database);
  stream_answer(exchange, [&](AnswerSink& sink) {
    QueryPage page(sink, query);
    within_limit(query.timeout_seconds, kMoreTime, [&] { service.engine.answer(query, page); });
  });
  const QueryLog* const log = service.operations.query_log();
  if (log == nullptr || !log->is_slow(exchange.record())) return;
  exchange.end();
  exchange.set_plan(plan_of(service.engine, query, [&] { return exchange.stopping(); }));
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
  exchange.respond(
      200, results::media_type(format),
      service_description(service.engine.features(), request_iri(request), *known_schema(service, exchange), format),
      {{"Vary", kVary}});
}

void serve_sparql(Service& service, Exchange& exchange) {
  std::optional<std::string> format;
  if (asks_what_this_is(exchange.request(), format)) return describe_service(service, exchange, format);
  run_operation(service, exchange, Takes::queries_and_updates);
}

void serve_updates(Service& service, Exchange& exchange) {
  run_operation(service, exchange, Takes::updates);
}

void serve_queries(Service& service, Exchange& exchange) {
  std::optional<std::string> format;
  if (asks_what_this_is(exchange.request(), format)) return describe_service(service, exchange, format);
  run_operation(service, exchange, Takes::queries);
}

// The address that answers the parameters of a request at the page; empty: none does.
std::string_view address_of_operation(const HttpRequest& request) {
  for (const auto& [name, value] : read_parameters(request.query_string, "the URL")) {
    if (name == "query") return "/sparql";
    if (name == "graph" || name == "default") return "/data";
  }
  return {};
}

// Programs that take the address of the database for that of its endpoints are led there; browsers get the page.
void serve_page(Service& service, Exchange& exchange) {
  const HttpRequest& request = exchange.request();
  const bool is_browser = request.accept.find("text/html") != std::string_view::npos;
  const std::string_view operation = is_browser ? std::string_view() : address_of_operation(request);
  if (operation.empty()) return show_front_page(service, exchange);
  exchange.respond(308, "", "",
                   {{"Location", fmt::format("{}{}?{}", service.prefix, operation, request.query_string)}});
}

// Administration of the server, not of a database.
constexpr Endpoint of_server(std::string_view path, const Methods& methods) {
  return {.path = path, .kind = RequestKind::administration, .methods = methods, .is_of_server = true};
}

constexpr std::array kEndpoints{
    Endpoint{.path = "/",
             .kind = RequestKind::page,
             .methods = {.get = Rule(Needs::nothing, serve_page)},
             .by_first = false,
             .advice = "; queries and updates go to sparql below it, graphs to data"},
    Endpoint{"/assets/*", RequestKind::page, {.get = Rule(Needs::nothing, show_asset)}, false},
    Endpoint{"/session",
             RequestKind::state,
             {.get = Rule(Needs::nothing, show_session), .post = Rule(Needs::nothing, begin_session)},
             false},
    Endpoint{"/sparql",
             RequestKind::query,
             {.get = Rule(Needs::read_graphs, serve_sparql), .post = Rule(Needs::read_or_write, serve_sparql)},
             false},
    Endpoint{"/query",
             RequestKind::query,
             {.get = Rule(Needs::read_graphs, serve_queries), .post = Rule(Needs::read_graphs, serve_queries)},
             false},
    Endpoint{"/hints",
             RequestKind::query,
             {.get = Rule(Needs::read_graphs, serve_hints), .post = Rule(Needs::read_graphs, serve_hints)}},
    Endpoint{"/update", RequestKind::update, {.post = Rule(Needs::write_graphs, serve_updates)}},
    Endpoint{"/data/**",
             RequestKind::graph_read,
             {.get = Rule(Needs::read_graphs, show_graph),
              .post = Rule(Needs::write_graphs, post_graph),
              .put = Rule(Needs::write_graphs, put_graph),
              .del = Rule(Needs::write_graphs, delete_graph),
              .patch = Rule(Needs::write_graphs, patch_graph)}},
    Endpoint{.path = "/rules",
             .kind = RequestKind::rules,
             .methods = {.get = Rule(Needs::read, list_rules), .post = Rule(Needs::write, change_rules)},
             .advice = "; one text is at /rules/NAME"},
    Endpoint{"/rules/check", RequestKind::rules, {.post = Rule(Needs::read, check_rules)}},
    Endpoint{"/rules/status", RequestKind::rules, {.get = Rule(Needs::read, show_rules_status)}},
    Endpoint{"/rules/**",
             RequestKind::rules,
             {.get = Rule(Needs::read, show_rules_text),
              .put = Rule(Needs::write, put_rules_text),
              .del = Rule(Needs::write, delete_rules_text)}},
    Endpoint{"/why", RequestKind::why, {.get = Rule(Needs::read, serve_why), .post = Rule(Needs::read, serve_why)}},
    Endpoint{"/algorithms", RequestKind::state, {.get = Rule(Needs::read_graphs, list_algorithms)}, false},
    Endpoint{"/schema", RequestKind::query, {.get = Rule(Needs::read_graphs, serve_schema)}},
    Endpoint{.path = kLinkedDataPath,
             .kind = RequestKind::query,
             .methods = {.get = Rule(Needs::read_graphs, show_resource)},
             .by_first = false,
             .is_of_server = true},
    Endpoint{"/.well-known/void", RequestKind::query, {.get = Rule(Needs::read_graphs, serve_void)}},
    Endpoint{.path = "/mcp",
             .kind = RequestKind::query,
             .methods = {.post = Rule(Needs::read_graphs, serve_mcp)},
             .advice = "; it has no streams and no sessions"},
    Endpoint{"/jobs",
             RequestKind::jobs,
             {.get = Rule(Needs::read_graphs, list_jobs), .post = Rule(Needs::read_or_write, submit_job)}},
    Endpoint{"/jobs/*",
             RequestKind::jobs,
             {.get = Rule(Needs::read_graphs, show_job), .del = Rule(Needs::read_graphs, delete_job)}},
    Endpoint{"/jobs/*/result", RequestKind::jobs, {.get = Rule(Needs::read_graphs, show_job_result)}},
    Endpoint{"/admin/compact", RequestKind::administration, {.post = Rule(Needs::admin, serve_compact)}},
    Endpoint{"/admin/backup", RequestKind::administration, {.post = Rule(Needs::admin, serve_backup)}},
    of_server("/admin/log", {.get = Rule(Needs::server_admin, show_log)}),
    of_server("/admin/stop", {.post = Rule(Needs::server_admin, stop_server)}),
    of_server("/admin/reload", {.post = Rule(Needs::server_admin, serve_reload)}),
    of_server("/admin/settings", {.get = Rule(Needs::server_admin, show_settings)}),
    of_server("/admin/queries", {.get = Rule(Needs::some, list_queries)}),
    of_server("/admin/queries/*", {.del = Rule(Needs::some, cancel_query)}),
    of_server("/admin/queries/*/progress", {.get = Rule(Needs::some, stream_progress)}),
    of_server("/admin/databases", {.get = Rule(Needs::some, list_databases)}),
    of_server("/admin/databases/*", {.get = Rule(Needs::some, show_database),
                                     .put = Rule(Needs::named_admin, create_database),
                                     .del = Rule(Needs::named_admin, drop_database)}),
    Endpoint{.path = "/health",
             .kind = RequestKind::state,
             .methods = {.get = Rule(Needs::nothing, show_health)},
             .by_first = false,
             .always = true,
             .is_for_monitoring = true},
    Endpoint{.path = "/metrics",
             .kind = RequestKind::state,
             .methods = {.get = Rule(Needs::metrics, show_metrics)},
             .by_first = false,
             .always = true,
             .is_for_monitoring = true,
             .while_starting = true,
             .is_of_server = true},
    Endpoint{.path = "/ready",
             .kind = RequestKind::state,
             .methods = {.get = Rule(Needs::nothing, show_ready)},
             .by_first = false,
             .always = true,
             .is_for_monitoring = true,
             .while_starting = true},
};

// Takes the first segment of a path, which begins with '/'.
std::string_view take_segment(std::string_view& path) {
  path.remove_prefix(1);
  const std::string_view segment = path.substr(0, path.find('/'));
  path.remove_prefix(segment.size());
  return segment;
}

// A slash at the end of a path makes no difference.
bool is_at(std::string_view pattern, std::string_view path) {
  if (!path.starts_with('/')) return false;
  while (!pattern.empty()) {
    if (pattern == "/**") return true;
    if (path.empty()) return false;
    const std::string_view wanted = take_segment(pattern), found = take_segment(path);
    if (wanted != found && (wanted != "*" || found.empty())) return false;
  }
  return path.empty() || path == "/";
}

struct MethodName {
  std::string_view name;
  std::optional<Rule> Methods::*rule;
};
constexpr std::array kMethods{MethodName{"GET", &Methods::get},    MethodName{"HEAD", &Methods::get},
                              MethodName{"PUT", &Methods::put},    MethodName{"POST", &Methods::post},
                              MethodName{"DELETE", &Methods::del}, MethodName{"PATCH", &Methods::patch}};

}  // namespace

std::span<const Endpoint> endpoints() {
  return kEndpoints;
}

const Endpoint* find_endpoint(const Service& service, std::string_view path) {
  const auto found = std::find_if(kEndpoints.begin(), kEndpoints.end(), [&](const Endpoint& e) {
    if (service.is_for_monitoring && !e.is_for_monitoring) return false;
    return is_at(e.path, path) && (service.prefix.empty() || !e.is_of_server);
  });
  return found == kEndpoints.end() ? nullptr : &*found;
}

const Rule* find_rule(const Endpoint& endpoint, std::string_view method) {
  const auto found =
      std::find_if(kMethods.begin(), kMethods.end(), [&](const MethodName& m) { return m.name == method; });
  if (found == kMethods.end()) return nullptr;
  const std::optional<Rule>& rule = endpoint.methods.*found->rule;
  return rule ? &*rule : nullptr;
}

std::string allowed_methods(const Endpoint& endpoint) {
  std::string names;
  for (const MethodName& method : kMethods) {
    if (endpoint.methods.*method.rule) names += std::string(method.name) + ", ";
  }
  return names + "OPTIONS";
}

namespace {

std::string advice_for_unknown(const Service& service, std::string_view path) {
  if (service.is_for_monitoring) return "this listener (serve --admin-listen) has /metrics, /health and /ready alone";
  if (const std::string here = address_instead_of(path, service.prefix); !here.empty()) {
    return fmt::format("what Fuseki has there is {} here", here);
  }
  const std::string others =
      service.administration.has_many_databases && service.prefix.empty() ? ", and below /NAME of a database" : "";
  return fmt::format("the SPARQL endpoint is {0}/sparql, graphs are at {0}/data{1}", service.prefix, others);
}

}  // namespace

bool answer_generally(const Endpoint* endpoint, const Service& service, Exchange& exchange) {
  const std::string_view method = exchange.request().method;
  if (!endpoint) {
    exchange.respond_failure(404, fmt::format("unknown path {}; {}", exchange.request().whole_path(),
                                              advice_for_unknown(service, exchange.request().path)));
    return true;
  }
  if (find_rule(*endpoint, method)) return false;
  const std::string methods = allowed_methods(*endpoint);
  if (method == "OPTIONS") {
    exchange.respond(204, "", "",
                     {{"Allow", methods},
                      {"Access-Control-Allow-Methods", methods},
                      {"Access-Control-Allow-Headers", "Accept, Authorization, Content-Encoding, Content-Type"},
                      {"Access-Control-Max-Age", "86400"}});
  } else {
    exchange.respond_failure(405,
                             fmt::format("{} does not support {}; it supports {}{}", exchange.request().whole_path(),
                                         method, methods, endpoint->advice),
                             {{"Allow", methods}});
  }
  return true;
}

namespace {

constexpr std::string_view kAllDatabases;  // a right on it is one on all

std::string_view last_segment(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

void require_needs(Needs needs, const Service& service, const Exchange& exchange) {
  switch (needs) {
    case Needs::nothing:
      return;
    case Needs::metrics:
      return require(service, exchange, Right::metrics);
    case Needs::read:
      return require(service, exchange, Right::read);
    case Needs::read_graphs:
    case Needs::read_or_write:
      if (exchange.caller().may(Right::read, service.database)) return;
      if (exchange.caller().graphs(Right::read, service.database).is_none()) require(service, exchange, Right::read);
      return;
    case Needs::write:
      return require_may_write(service, exchange);
    case Needs::write_graphs:
      require_may_write_graphs(service, exchange);
      return;
    case Needs::admin:
      require(service, exchange, Right::admin);
      return service.origins().require_may_write(exchange.request().origin, exchange.request().host);
    case Needs::server_admin:
      require_on(service.administration.has_many_databases ? kAllDatabases : service.database, service, exchange,
                 Right::admin);
      return service.origins().require_may_write(exchange.request().origin, exchange.request().host);
    case Needs::named_admin:
      require_on(last_segment(exchange.request().path), service, exchange, Right::admin);
      return service.origins().require_may_write(exchange.request().origin, exchange.request().host);
    case Needs::some:
      if (!exchange.caller().has_rights()) require(service, exchange, Right::read);
  }
}

// The engine accepts no requests. /health returns JSON, as usual.
void refuse_while_not_ready(const Endpoint& endpoint, Exchange& exchange, const NotReady& reason) {
  const std::initializer_list<Header> headers{{"Retry-After", "1"}, {"Cache-Control", "no-store"}};
  if (!endpoint.always) return exchange.respond_failure(503, reason.message, headers);
  exchange.respond(503, "application/json", json_text({{"status", reason.status}}), headers);
}

// Administration, and the end of jobs, are in the audit log before they are done. Others than reads.
void audit_administration(const Endpoint& endpoint, Exchange& exchange) {
  const HttpRequest& request = exchange.request();
  const bool is_read = request.method == "GET" || request.method == "HEAD";
  const bool ends_job = endpoint.kind == RequestKind::jobs && request.method == "DELETE";
  if (is_read || !exchange.audit().is_wanted()) return;
  if (endpoint.kind != RequestKind::administration && !ends_job) return;
  std::vector<std::string> parameters;
  for (const auto& [name, value] : read_parameters(request.query_string, "the URL"))
    parameters.push_back(name + "=" + value);
  exchange.audit().begin("administration", parameters);
}

}  // namespace

NotReady shown_to(const Caller& caller, const Service& service, NotReady reason) {
  if (caller.may(Right::read, service.database) || caller.may(Right::metrics, service.database)) return reason;
  if (reason.status_for_others) reason.status = *reason.status_for_others;
  if (reason.message_for_others) reason.message = *reason.message_for_others;
  return reason;
}

bool answer_unless_permitted(const Rule& rule, Service& service, Exchange& exchange) {
  try {
    require_needs(rule.needs, service, exchange);
    return true;
  } catch (...) {
    respond_failure(exchange, std::current_exception());
    return false;
  }
}

void run_rule(const Endpoint& endpoint, const Rule& rule, Service& service, Exchange& exchange) {
  try {
    const auto reason = service.engine.not_ready();
    if (reason && !endpoint.while_starting)
      return refuse_while_not_ready(endpoint, exchange, shown_to(exchange.caller(), service, *reason));
    audit_administration(endpoint, exchange);
    rule.run(service, exchange);
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
    if (exchange.record().cancelled || answer.is_over()) return answer.abandon();
    log_line(LogLevel::warning, "answer cut off: " + describe(std::current_exception()).message);
    answer.abandon();
  }
}

LaneUser lane_user(const Service& service, const Exchange& exchange) {
  const std::size_t most = service.operations.limits().long_queries;
  if (most == 0 || exchange.caller().how() == Caller::How::owner) return {};
  return {limited_name(exchange.caller(), exchange.record().client), most};
}

QueryRequest own_query(const Service& service, Exchange& exchange) {
  const ProtocolSettings& settings = service.protocol();
  QueryRequest query;
  query.timeout_seconds = std::min(settings.default_timeout_seconds, settings.longest_timeout_seconds);
  query.rights = exchange.caller().graphs(Right::read, service.database);
  query.user = lane_user(service, exchange);
  query.progress = exchange.progress();
  return query;
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

void require(const Service& service, const Exchange& exchange, Right right) {
  require_on(service.database, service, exchange, right);
}

void require_on(std::string_view database, const Service& service, const Exchange& exchange, Right right) {
  const Caller& caller = exchange.caller();
  if (caller.may(right, database)) return;
  const std::string what = fmt::format(
      "{} {} needs the right '{}' on {}", exchange.request().method, exchange.request().whole_path(), right_name(right),
      database == kAllDatabases ? "all databases" : fmt::format("the database '{}'", database));
  if (!caller.is_anonymous()) throw StatusError(403, fmt::format("{}; {} does not have it", what, caller.name()));
  if (service.access.has_accounts() || right == Right::admin || right == Right::metrics) {
    throw StatusError(401, what + "; send a user's name and password, or a token");
  }
  throw StatusError(403, fmt::format("{}; {}", what, service.access.describe_anonymous()));
}

void require_may_write(const Service& service, const Exchange& exchange) {
  require(service, exchange, Right::write);
  service.origins().require_may_write(exchange.request().origin, exchange.request().host);
}

WriteRights require_may_write_graphs(const Service& service, const Exchange& exchange) {
  const Caller& caller = exchange.caller();
  const WriteRights rights{caller.graphs(Right::read, service.database), caller.graphs(Right::write, service.database)};
  if (rights.write.is_none()) require(service, exchange, Right::write);
  service.origins().require_may_write(exchange.request().origin, exchange.request().host);
  return rights;
}

std::function<void(const TouchedGraphs&)> audited(AuditedRequest& audit) {
  if (!audit.is_wanted()) return {};
  return [&audit](const TouchedGraphs& graphs) { audit.begin("write", graphs.written, graphs.read); };
}

const WriteResult& with_audit(AuditedRequest& audit, const WriteResult& result) {
  audit.set_result(result.version, result.inserted, result.deleted);
  return result;
}

namespace {

std::string json_text(const std::vector<std::string>& texts) {
  return nlohmann::json(texts).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string write_result_json(const WriteResult& result) {
  const std::string inferred = result.inferred ? fmt::format(R"(,"inferred":{{"inserted":{},"deleted":{}}})",
                                                             result.inferred->inserted, result.inferred->deleted)
                                               : "";
  const std::string warnings =
      result.warnings.empty() ? "" : fmt::format(R"(,"warnings":{})", json_text(result.warnings));
  return fmt::format("{{\"version\":{},\"inserted\":{},\"deleted\":{}{}{}}}\n", result.version, result.inserted,
                     result.deleted, inferred, warnings);
}

}  // namespace quadrille::server
