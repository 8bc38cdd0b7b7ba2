#include "server/http/queries_protocol.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "server/http/http_status.hpp"
#include "server/http/json_answer.hpp"

namespace quadrille::server {

namespace {

using Listed = nlohmann::ordered_json;

constexpr std::string_view kQueries = "/admin/queries";
constexpr double kProgressSeconds = 0.2;                // between two events
constexpr std::chrono::milliseconds kLookAtSender{25};  // for a client that has gone; available bytes are sent then

bool is_listed(const RunningRequest& request) {
  return is_operation(request.kind) && request.caller != nullptr;
}

bool writes(RequestKind kind) {
  return kind == RequestKind::update || kind == RequestKind::graph_write;
}

// Whether `exchange`'s caller sees a request.
bool sees(const Exchange& exchange, const RunningRequest& request) {
  const Caller& caller = exchange.caller();
  if (!is_listed(request)) return false;
  if (caller.may(Right::admin, request.database)) return true;
  const Right right = writes(request.kind) ? Right::write : Right::read;
  if (!caller.could_send(*request.caller, right, request.database)) return false;
  if (caller.is_anonymous()) return request.caller->is_anonymous() && request.client == exchange.record().client;
  return request.caller->identity() == caller.identity();
}

Listed json_of_running(const RunningRequest& request) {
  Listed json{{"id", request.id},
              {"kind", kind_name(request.kind)},
              {"user", request.caller->identity()},
              {"client", request.client},
              {"database", request.database},
              {"text", request.text},
              {"text_bytes", request.text_bytes},
              {"began", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(request.began))},
              {"stage", stage_name(request.stage)},
              {"seconds", request.seconds()}};
  for (std::size_t stage = 0; stage < kRunStages; ++stage)
    json[std::string(stage_name(static_cast<RunStage>(stage))) + "_seconds"] = request.stage_seconds[stage];
  json["rows"] = request.rows;
  json["memory_bytes"] = request.memory_bytes;
  json["peak_memory_bytes"] = request.peak_bytes;
  json["cancelled"] = request.cancelled;
  return json;
}

Listed json_of_steps(const std::vector<StepProgress>& steps) {
  Listed json = Listed::array();
  for (const StepProgress& step : steps) {
    json.push_back(
        {{"step", step.name}, {"depth", step.depth}, {"expected_rows", step.expected_rows}, {"rows", step.rows}});
  }
  return json;
}

void respond_with_list(Exchange& exchange, int status, const std::vector<RunningRequest>& requests) {
  Listed json{{"queries", Listed::array()}};
  for (const RunningRequest& request : requests) json["queries"].push_back(json_of_running(request));
  respond_json(exchange, status, json);
}

}  // namespace

void list_queries(Service& service, Exchange& exchange) {
  std::vector<RunningRequest> seen;
  for (RunningRequest& request : service.operations.running().list()) {
    if (sees(exchange, request)) seen.push_back(std::move(request));
  }
  respond_with_list(exchange, 200, seen);
}

void cancel_query(Service& service, Exchange& exchange) {
  service.origins().require_may_write(exchange.request().origin, exchange.request().host);
  const std::string_view id = exchange.request().path.substr(kQueries.size() + 1);
  const auto ended =
      service.operations.running().cancel(id, [&](const RunningRequest& request) { return sees(exchange, request); });
  if (ended.empty()) throw StatusError(404, fmt::format("no query with the id '{}' is running", id));
  respond_with_list(exchange, 202, ended);
}

void stream_progress(Service& service, Exchange& exchange) {
  std::string_view id = exchange.request().path.substr(kQueries.size() + 1);
  id = id.substr(0, id.find('/'));
  const auto may = [&](const RunningRequest& request) { return sees(exchange, request); };
  const RunningRequests& running = service.operations.running();
  if (!running.find(id, may)) throw StatusError(404, fmt::format("no query with the id '{}' is running", id));
  stream_answer(exchange, [&](AnswerSink& sink) {
    sink.start("text/event-stream");
    std::vector<StepProgress> steps;  // a plan that has ended has none: its last ones stay
    for (auto request = running.find(id, may); request; request = running.find(id, may)) {
      if (!request->steps.empty()) steps = std::move(request->steps);
      Listed json = json_of_running(*request);
      json["steps"] = json_of_steps(steps);
      if (!sink.write(fmt::format("event: progress\ndata: {}\n", json_text(json)))) return;
      const Deadline next = Deadline::after(kProgressSeconds);
      while (!next.passed()) {
        if (sink.cancelled()) return;
        std::this_thread::sleep_for(kLookAtSender);
      }
    }
    sink.write("event: end\ndata: {}\n\n");
  });
}

}  // namespace quadrille::server
