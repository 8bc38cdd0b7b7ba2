#include <nlohmann/json.hpp>

#include "query/answer/explanation.hpp"

namespace quadrille::query {

namespace {

using Json = nlohmann::ordered_json;

// Rounded to microseconds, the resolution of the clock.
double milliseconds(double seconds) {
  return static_cast<double>(static_cast<std::int64_t>(seconds * 1e6 + 0.5)) / 1e3;
}

// Rounded, because estimates are not more exact.
Json rounded(double rows) {
  return rows < 1e15 ? Json(static_cast<std::int64_t>(rows + 0.5)) : Json(rows);
}

Json to_json(const OperatorReport& report, bool with_cost) {
  Json details = Json::object();
  for (const auto& [name, text] : report.details) details[std::string(name)] = text;
  Json json{{"operator", report.name},
            {"details", std::move(details)},
            {"distribution", report.distribution},
            {"estimated_rows", rounded(report.estimated_rows)}};
  if (with_cost) {
    const OperatorCost& cost = report.cost;
    json["rows"] = cost.rows;
    json["most_rows"] = cost.most_rows;
    json["own_ms"] = milliseconds(cost.own_seconds);
    json["ms"] = milliseconds(cost.seconds);
    json["exchanged_bytes"] = cost.exchanged_bytes;
    json["messages"] = cost.messages;
    json["message_bytes"] = cost.message_bytes;
    json["memory_bytes"] = cost.held_bytes;
    json["most_memory_bytes"] = cost.most_held_bytes;
  }
  json["inputs"] = Json::array();
  for (const OperatorReport& input : report.inputs) json["inputs"].push_back(to_json(input, with_cost));
  return json;
}

}  // namespace

std::string to_json(const Explanation& explanation) {
  const bool with_cost = explanation.kind == Explain::profile;
  Json times{{"parse", milliseconds(explanation.parse_seconds)}, {"plan", milliseconds(explanation.plan_seconds)}};
  if (with_cost) times["run"] = milliseconds(explanation.run_seconds);
  Json json{{"explain", name(explanation.kind)},
            {"images", explanation.images},
            {"images_used", explanation.images_used},
            {"groups_used", explanation.groups_used},
            {"state", {{"generation", explanation.generation}, {"version", explanation.version}}},
            {"time_ms", std::move(times)},
            {"prepared", {{"query", explanation.is_prepared}, {"orders", explanation.cached_orders}}}};
  if (!explanation.remarks.empty()) json["remarks"] = explanation.remarks;
  if (with_cost) {
    json["answer"] = {{"rows", explanation.answer_rows},
                      {"bytes", explanation.answer_bytes},
                      {"format", results::short_name(explanation.answer_format)}};
    json["memory"] = {{"bytes", explanation.memory_bytes}, {"most_bytes", explanation.most_memory_bytes}};
    json["network"] = {{"exchanged_bytes", explanation.exchanged_bytes},
                       {"messages", explanation.messages},
                       {"message_bytes", explanation.message_bytes}};
  }
  json["plan"] = to_json(explanation.root, with_cost);
  if (explanation.kind == Explain::rules) {
    json["rules"] = Json::object();
    json["steps"] = Json::array();
    for (const PlanTrace::Step& step : explanation.steps) {
      if (step.times > 0) json["rules"][step.name] = step.times;
      if (!step.plan.empty()) json["steps"].push_back({{"after", step.name}, {"plan", step.plan}});
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace quadrille::query
