#include "server/http/rules_protocol.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <regex>
#include <utility>

#include "server/http/http_status.hpp"
#include "server/http/media_type.hpp"
#include "server/http/request_parameters.hpp"
#include "server/http/time_limit.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kBelow = "/rules/";

// Languages by Content-Type (parser/rule_format.hpp).
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kLanguages{
    {{"application/sparql-rl", "srl"},
     {"text/n3", "n3"},
     {"text/rdf+n3", "n3"},
     {"application/sparql-query", "construct"}}};
// Types that say nothing about the language.
constexpr std::array<std::string_view, 4> kUnsure{"", "text/plain", "application/octet-stream",
                                                  "application/x-www-form-urlencoded"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kEndings{{{".srl", "srl"},
                                                                                 {".rules", "jena"},
                                                                                 {".txt", "cge"},
                                                                                 {".n3", "n3"},
                                                                                 {".rq", "construct"},
                                                                                 {".sparql", "construct"}}};

std::string language_of(std::string_view content_type, std::string_view name, const std::optional<std::string>& asked) {
  if (asked) return *asked;
  const std::string type = read_media_type(content_type);
  for (const auto& [media_type, language] : kLanguages)
    if (type == media_type) return std::string(language);
  if (std::find(kUnsure.begin(), kUnsure.end(), type) == kUnsure.end()) {
    throw StatusError(415, fmt::format("cannot read '{}' as rules; send application/sparql-rl, text/n3 or "
                                       "application/sparql-query, or name another language: ?language=jena",
                                       content_type));
  }
  for (const auto& [ending, language] : kEndings)
    if (name.ends_with(ending)) return std::string(language);
  return "srl";
}

std::uint64_t number_of(const std::string& name, const std::string& value) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc() && end == value.data() + value.size()) return number;
  throw StatusError(400, fmt::format("{} must be a number of quads; found '{}'", name, value));
}

bool flag_of(const std::string& name, const std::string& value) {
  if (value == "true" || value == "false") return value == "true";
  throw StatusError(400, fmt::format("{} must be true or false; found '{}'", name, value));
}

// The parameters of the URL; `language`: of the text.
RulesChange change_of(const Service& service, const HttpRequest& request, std::optional<std::string>& language) {
  RulesChange change;
  for (const auto& [name, value] : read_parameters(request.query_string, "the URL")) {
    if (name == "timeout") change.timeout_seconds = read_timeout(value, service.protocol().longest_timeout_seconds);
    if (name == "language") language = value;
    if (name == "max-inferred") change.max_inferred = number_of(name, value);
    if (name == "inconsistent") change.inconsistent = value;
    if (name == "rule-graphs") change.graphs = value;
    if (name == "infer-into") change.infer_into = check_graph(name, value);
    if (name == "same-as") change.same_as = value;
    if (name == "trivial") change.trivial = flag_of(name, value);
  }
  return change;
}

// The entry in the audit log before a change: the names of the texts, with "+" if they are put, "-" if removed.
void begin_rules(Exchange& exchange, const RulesChange& change) {
  std::vector<std::string> names;
  for (const RulesChange::Put& put : change.put) names.push_back("+" + put.name);
  for (const std::string& name : change.remove) names.push_back("-" + name);
  exchange.audit().begin("rules", names);
}

void run_change(Service& service, Exchange& exchange, RulesChange change) {
  change.progress = exchange.progress();
  begin_rules(exchange, change);
  const WriteResult result = within_limit(change.timeout_seconds, kMoreTime, [&] {
    return service.engine.change_rules(change, [&] { return exchange.cancelled(); });
  });
  exchange.respond(result.created ? 201 : 200, "application/json",
                   write_result_json(with_audit(exchange.audit(), result)));
}

RulesChange::Put put_of(const Service& service, Exchange& exchange, std::string name,
                        const std::optional<std::string>& language) {
  RulesChange::Put put{std::move(name)};
  put.text = exchange.read_body();
  if (put.text.empty()) return put;
  put.language = language_of(exchange.request().content_type, put.name, language);
  put.base = service.protocol().base.empty() ? request_iri(exchange.request()) : service.protocol().base;
  return put;
}

std::string text_name(const Exchange& exchange) {
  return std::string(exchange.request().path.substr(kBelow.size()));
}

}  // namespace

void list_rules(Service& service, Exchange& exchange) {
  exchange.respond(200, "application/json", service.engine.rules_json() + "\n");
}

void change_rules(Service& service, Exchange& exchange) {
  std::optional<std::string> ignored;
  const double timeout = change_of(service, exchange.request(), ignored).timeout_seconds;
  RulesChange change = RulesChange::of_json(exchange.read_body());
  change.timeout_seconds = timeout;
  run_change(service, exchange, change);
}

void show_rules_text(Service& service, Exchange& exchange) {
  const RulesText rules = service.engine.rules_text(text_name(exchange));
  exchange.respond(200, rules.media_type, rules.text);
}

void put_rules_text(Service& service, Exchange& exchange) {
  std::optional<std::string> language;
  RulesChange change = change_of(service, exchange.request(), language);
  change.put.push_back(put_of(service, exchange, text_name(exchange), language));
  run_change(service, exchange, change);
}

void delete_rules_text(Service& service, Exchange& exchange) {
  std::optional<std::string> language;
  RulesChange change = change_of(service, exchange.request(), language);
  change.remove.push_back(text_name(exchange));
  run_change(service, exchange, change);
}

void check_rules(Service& service, Exchange& exchange) {
  std::optional<std::string> language;
  std::string name;
  for (auto& [parameter, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (parameter == "language") language = value;
    if (parameter == "name") name = value;
  }
  const std::string type = language_of(exchange.request().content_type, name, language);
  const RulesChange::Put text{name, type, exchange.read_body()};
  try {
    exchange.respond(200, "application/json", service.engine.check_rules(text) + "\n");
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::user && error.kind() != ErrorKind::syntax && error.kind() != ErrorKind::unsupported)
      throw;
    exchange.respond(describe(std::current_exception()).status, "application/json",
                     rules_errors_json(error.what()) + "\n");
  }
}

void show_rules_status(Service& service, Exchange& exchange) {
  exchange.respond(200, "application/json", service.engine.rules_status_json() + "\n", {{"Cache-Control", "no-store"}});
}

std::string rules_errors_json(std::string_view message) {
  static const std::regex place("^(?:(.*?): )?line ([0-9]+), column ([0-9]+): ([^]*)$");
  std::cmatch found;
  nlohmann::ordered_json error;
  if (std::regex_match(message.begin(), message.end(), found, place)) {
    if (found[1].length() > 0) error["file"] = found[1].str();
    error["line"] = std::stoul(found[2].str());
    error["column"] = std::stoul(found[3].str());
    message = message.substr(static_cast<std::size_t>(found.position(4)));
  }
  error["message"] = message;
  return nlohmann::ordered_json{{"ok", false}, {"errors", nlohmann::ordered_json::array({error})}}.dump();
}

}  // namespace quadrille::server
