#include "server/engine/lane_command.hpp"

#include <nlohmann/json.hpp>

#include "server/algorithms/algorithms.hpp"
#include "server/engine/prefix_option.hpp"

namespace quadrille::server {

std::string LaneCommand::serialise() const {
  const nlohmann::json json{{"stop", stop},
                            {"database", database},
                            {"generation", state.generation},
                            {"version", state.version},
                            {"text", text},
                            {"base", base},
                            {"default_graphs", dataset.default_graphs},
                            {"named_graphs", dataset.named_graphs},
                            {"format", static_cast<int>(format)},
                            {"arrangement", static_cast<int>(layout.arrangement)},
                            {"context", layout.context},
                            {"timeout_seconds", timeout_seconds},
                            {"union_default_graph", union_default_graph},
                            {"view", static_cast<int>(view)},
                            {"rights", nlohmann::json::binary({rights.key().begin(), rights.key().end()})},
                            {"prefixes", prefixes_json(prefixes)},
                            {"explain", static_cast<int>(explain)},
                            {"now_seconds", functions.now_seconds},
                            {"seed", functions.seed},
                            {"findings", nlohmann::json::binary({findings.begin(), findings.end()})}};
  std::string bytes;
  nlohmann::json::to_msgpack(json, bytes);
  return bytes;
}

LaneCommand LaneCommand::parse(const std::string& bytes) {
  const auto json = nlohmann::json::from_msgpack(bytes);
  LaneCommand command;
  json.at("stop").get_to(command.stop);
  json.at("database").get_to(command.database);
  json.at("generation").get_to(command.state.generation);
  json.at("version").get_to(command.state.version);
  json.at("text").get_to(command.text);
  json.at("base").get_to(command.base);
  json.at("default_graphs").get_to(command.dataset.default_graphs);
  json.at("named_graphs").get_to(command.dataset.named_graphs);
  command.format = static_cast<results::ResultFormat>(json.at("format").get<int>());
  command.layout.arrangement = static_cast<results::Arrangement>(json.at("arrangement").get<int>());
  json.at("context").get_to(command.layout.context);
  json.at("timeout_seconds").get_to(command.timeout_seconds);
  json.at("union_default_graph").get_to(command.union_default_graph);
  command.view = static_cast<View>(json.at("view").get<int>());
  const auto& rights = json.at("rights").get_binary();
  command.rights = GraphRights::of_key({reinterpret_cast<const char*>(rights.data()), rights.size()}).value();
  command.prefixes = prefixes_of(json.at("prefixes"));
  command.explain = static_cast<query::Explain>(json.at("explain").get<int>());
  json.at("now_seconds").get_to(command.functions.now_seconds);
  json.at("seed").get_to(command.functions.seed);
  const auto& findings = json.at("findings").get_binary();
  command.findings.assign(findings.begin(), findings.end());
  return command;
}

parser::Query LaneCommand::parse_query() const {
  parser::Query query = parser::parse_query(text, base, prefixes);
  if (!dataset.empty()) query.dataset = dataset;
  return query;
}

query::RunOptions LaneCommand::run_options(std::size_t heap_bytes) const {
  query::RunOptions options;
  options.format = format;
  options.answer.layout = layout;
  options.explain = explain;
  options.union_default_graph = union_default_graph;
  options.view = view;
  options.rights.graphs = rights;
  if (timeout_seconds > 0) options.deadline = Deadline::after(timeout_seconds);
  options.memory_bytes = query_budget(heap_bytes);
  options.callees = callees(nullptr);
  options.memory.findings = findings;
  options.settings = {date_time_at({functions.now_seconds, {}}, 0), base, functions.seed};
  return options;
}

}  // namespace quadrille::server
