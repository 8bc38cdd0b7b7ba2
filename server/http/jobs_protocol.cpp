#include "server/http/jobs_protocol.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/text.hpp"
#include "server/http/http_status.hpp"
#include "server/http/json_answer.hpp"
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
  if (job.rounds.number > 0) json["round"] = job.rounds.number, json["frontier"] = job.rounds.frontier;
  if (job.rounds.residual) json["residual"] = *job.rounds.residual;
  json["memory_bytes"] = job.memory_bytes;
  json["sent_bytes"] = job.sent_bytes;
  json["result_bytes"] = job.result_bytes;
  if (job.result) json["media_type"] = job.result->media_type();
  if (job.result) json["result"] = job.place.address + "/result";
  if (job.state == JobState::failed) json["status"] = job.failure.status, json["error"] = job.failure.message;
  return json;
}

JobSender sender_of(const Exchange& exchange) {
  const RequestRecord& record = exchange.record();
  return {record.caller, record.id, record.client, record.database, std::string(exchange.request().prefix)};
}

bool may_see(const Service& service, const Exchange& exchange, const JobStatus& job) {
  const Caller& caller = exchange.caller();
  if (caller.may(Right::admin, service.database)) return true;
  return job.sender && job.sender->identity() == caller.identity() &&
         caller.could_send(*job.sender, job.is_update ? Right::write : Right::read, service.database);
}

// The job of the request's path. Jobs of others are unknown to a caller.
JobStatus requested_job(const Service& service, const Exchange& exchange) {
  std::string_view id = exchange.request().path.substr(kJobs.size() + 1);
  id = id.substr(0, id.find('/'));
  JobStatus job = service.jobs->find(std::string(id));
  if (job.place.database == service.database && may_see(service, exchange, job)) return job;
  service.jobs->fail_unknown(job.id);
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

}  // namespace

std::string to_json(const JobStatus& job) {
  return json_text(json_of(job));
}

void list_jobs(Service& service, Exchange& exchange) {
  JobTable& jobs = *service.jobs;
  const JobOptions& options = jobs.options();
  nlohmann::ordered_json json{{"jobs", nlohmann::json::array()},
                              {"result_bytes", jobs.used_bytes()},
                              {"limits",
                               {{"jobs", options.most},
                                {"running", options.running},
                                {"result_bytes", options.space_bytes},
                                {"keep_seconds", options.keep_seconds}}}};
  for (const JobStatus& job : jobs.list()) {
    if (job.place.database == service.database && may_see(service, exchange, job)) json["jobs"].push_back(json_of(job));
  }
  respond_json(exchange, 200, json);
}

void submit_job(Service& service, Exchange& exchange) {
  service.origins().require_may_write(exchange.request().origin, exchange.request().host);
  ProtocolSettings settings = service.protocol();
  settings.default_timeout_seconds = 0;
  settings.longest_timeout_seconds = kLongestJobSeconds;
  Operation operation = read_operation(protocol_message(exchange, exchange.read_body()), settings);
  if (auto* const update = std::get_if<UpdateRequest>(&operation))
    update->rights = require_may_write_graphs(service, exchange);
  if (auto* const query = std::get_if<QueryRequest>(&operation)) {
    query->user = lane_user(service, exchange);
    query->rights = exchange.caller().graphs(Right::read, service.database);
  }
  std::visit([&](const auto& one) { service.engine.check(one); }, operation);
  try {
    const JobStatus job = service.jobs->submit(service.engine, std::move(operation), sender_of(exchange));
    exchange.respond(202, "application/json", to_json(job),
                     {{"Location", job.place.address}, {"Cache-Control", "no-store"}});
  } catch (const TooManyJobs& error) {
    exchange.respond_failure(429, error.what(), {{"Retry-After", std::to_string(error.retry_seconds())}});
  }
}

void show_job(Service& service, Exchange& exchange) {
  double seconds = 0;
  for (const auto& [parameter, value] : read_parameters(exchange.request().query_string, "the URL")) {
    if (parameter == "wait") seconds = read_timeout(value, kLongestWaitSeconds);
  }
  JobStatus job = requested_job(service, exchange);
  if (seconds > 0) job = service.jobs->wait(job.id, seconds, [&] { return exchange.cancelled(); });
  respond_json(exchange, 200, json_of(job));
}

void delete_job(Service& service, Exchange& exchange) {
  service.origins().require_may_write(exchange.request().origin, exchange.request().host);
  const auto job = service.jobs->remove(requested_job(service, exchange).id);
  job ? respond_json(exchange, 200, json_of(*job)) : exchange.respond(204, "", "");
}

void show_job_result(Service& service, Exchange& exchange) {
  const JobStatus job = requested_job(service, exchange);
  if (job.result) return send_result(*job.result, exchange);
  if (job.state == JobState::failed) return exchange.respond_failure(job.failure.status, job.failure.message);
  if (job.state == JobState::cancelled) return exchange.respond_failure(409, "the job was cancelled; it has no result");
  exchange.respond_failure(409,
                           fmt::format("the job is {}; its result comes at its end, for which GET {}?wait=60 waits",
                                       name(job.state), job.place.address),
                           {{"Retry-After", "1"}});
}

}  // namespace quadrille::server
