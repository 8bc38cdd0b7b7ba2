#include "server/http/jobs_protocol.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.hpp"
#include "server/http/http_status.hpp"
#include "server/http/request_parameters.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kJobs = "/jobs";
constexpr double kLongestJobSeconds = 366.0 * 24 * 3600;
constexpr double kLongestWaitSeconds = 60;
constexpr std::size_t kResultPiece = 256 << 10;

nlohmann::ordered_json json_of(const JobStatus& job) {
  nlohmann::ordered_json json{{"id", job.id},
                              {"operation", job.is_update ? "update" : "query"},
                              {"state", name(job.state)},
                              {"text", job.text},
                              {"submitted", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(job.submitted))},
                              {"waited_seconds", job.waited_seconds},
                              {"run_seconds", job.run_seconds}};
  if (job.rounds > 0) json["round"] = job.rounds, json["frontier"] = job.frontier;
  if (job.residual) json["residual"] = *job.residual;
  json["memory_bytes"] = job.memory_bytes;
  json["sent_bytes"] = job.sent_bytes;
  json["result_bytes"] = job.result_bytes;
  if (job.result) json["media_type"] = job.result->media_type();
  if (job.result) json["result"] = fmt::format("{}/{}/result", kJobs, job.id);
  if (job.state == JobState::failed) json["status"] = job.failure.status, json["error"] = job.failure.message;
  return json;
}

// The text of a job may be no UTF-8: the engine refuses such a text, but not always before it runs.
std::string dumped(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void respond_with(Exchange& exchange, int status, const std::string& json) {
  exchange.respond(status, "application/json", json, {{"Cache-Control", "no-store"}});
}

void list_jobs(JobTable& jobs, Exchange& exchange) {
  const JobOptions& options = jobs.options();
  nlohmann::ordered_json json{{"jobs", nlohmann::json::array()},
                              {"result_bytes", jobs.used_bytes()},
                              {"limits",
                               {{"jobs", options.most},
                                {"running", options.running},
                                {"result_bytes", options.space_bytes},
                                {"keep_seconds", options.keep_seconds}}}};
  for (const JobStatus& job : jobs.list()) json["jobs"].push_back(json_of(job));
  respond_with(exchange, 200, dumped(json));
}

void submit_job(Service& service, Exchange& exchange) {
  require_allowed_origin(service, exchange.request());
  ProtocolSettings settings = service.protocol;
  settings.default_timeout_seconds = 0;
  settings.longest_timeout_seconds = kLongestJobSeconds;
  Operation operation = read_operation(protocol_message(exchange, exchange.read_body()), settings);
  std::visit([&](const auto& one) { service.engine.check(one); }, operation);
  try {
    const JobStatus job = service.jobs->submit(std::move(operation));
    const std::string location = fmt::format("{}/{}", kJobs, job.id);
    exchange.respond(202, "application/json", to_json(job), {{"Location", location}, {"Cache-Control", "no-store"}});
  } catch (const TooManyJobs& error) {
    exchange.respond_failure(429, error.what(), {{"Retry-After", std::to_string(error.retry_seconds())}});
  }
}

void show_job(JobTable& jobs, Exchange& exchange, const std::string& id) {
  double seconds = 0;
  for (const auto& [parameter, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (parameter == "wait") seconds = read_timeout(value, kLongestWaitSeconds);
  }
  const auto gave_up = [&] { return exchange.cancelled(); };
  respond_with(exchange, 200, to_json(seconds > 0 ? jobs.wait(id, seconds, gave_up) : jobs.find(id)));
}

void delete_job(Service& service, Exchange& exchange, const std::string& id) {
  require_allowed_origin(service, exchange.request());
  const auto job = service.jobs->remove(id);
  job ? respond_with(exchange, 200, to_json(*job)) : exchange.respond(204, "", "");
}

void send_result(const JobResult& result, Exchange& exchange) {
  stream_answer(exchange, [&](AnswerSink& sink) {
    sink.start(result.media_type());
    std::vector<char> piece(std::min<std::uint64_t>(result.bytes(), kResultPiece));
    for (std::uint64_t sent = 0; sent < result.bytes();) {
      const std::size_t got = result.read(sent, piece);
      if (got == 0 || !sink.write({piece.data(), got})) return;
      sent += got;
    }
  });
}

void show_result(JobTable& jobs, Exchange& exchange, const std::string& id) {
  const JobStatus job = jobs.find(id);
  if (job.result) return send_result(*job.result, exchange);
  if (job.state == JobState::failed) return exchange.respond_failure(job.failure.status, job.failure.message);
  if (job.state == JobState::cancelled) return exchange.respond_failure(409, "the job was cancelled; it has no result");
  exchange.respond_failure(409,
                           fmt::format("the job is {}; its result comes at its end, for which GET {}/{}?wait=60 waits",
                                       name(job.state), kJobs, id),
                           {{"Retry-After", "1"}});
}

// Returns false, after a refusal, for a method that this path does not take.
bool takes(Exchange& exchange, std::string_view methods) {
  const std::string_view method = exchange.request().method;
  if (takes_method({exchange.request().path, methods, false, false, false, nullptr}, method)) return true;
  exchange.respond_failure(
      405, fmt::format("{} does not support {}; it supports {}", exchange.request().path, method, methods),
      {{"Allow", methods}});
  return false;
}

}  // namespace

std::string to_json(const JobStatus& job) {
  return dumped(json_of(job));
}

void serve_jobs(Service& service, Exchange& exchange) {
  std::string_view rest = exchange.request().path.substr(kJobs.size());
  const std::string_view method = exchange.request().method;
  if (rest.empty() || rest == "/") {
    if (!takes(exchange, "GET, HEAD, POST")) return;
    return method == "POST" ? submit_job(service, exchange) : list_jobs(*service.jobs, exchange);
  }
  rest.remove_prefix(1);
  const std::string id(rest.substr(0, rest.find('/')));
  const std::string_view below = rest.substr(id.size());
  if (below == "/result") {
    if (takes(exchange, "GET, HEAD")) show_result(*service.jobs, exchange, id);
  } else if (!below.empty()) {
    exchange.respond_failure(404, fmt::format("unknown path {}; a job is at /jobs/ID, its result at /jobs/ID/result",
                                              exchange.request().path));
  } else if (takes(exchange, "GET, HEAD, DELETE")) {
    method == "DELETE" ? delete_job(service, exchange, id) : show_job(*service.jobs, exchange, id);
  }
}

}  // namespace quadrille::server
