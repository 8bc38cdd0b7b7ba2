#include "server/engine/lane_command.hpp"

#include <nlohmann/json.hpp>

#include "server/engine/prefix_option.hpp"

namespace quadrille::server {

std::string LaneCommand::serialise() const {
  return nlohmann::json{{"stop", stop},
                        {"generation", state.generation},
                        {"version", state.version},
                        {"text", text},
                        {"base", base},
                        {"default_graphs", dataset.default_graphs},
                        {"named_graphs", dataset.named_graphs},
                        {"format", static_cast<int>(format)},
                        {"timeout_seconds", timeout_seconds},
                        {"union_default_graph", union_default_graph},
                        {"prefixes", prefixes_json(prefixes)},
                        {"explain", static_cast<int>(explain)},
                        {"now_seconds", now_seconds},
                        {"seed", seed}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

LaneCommand LaneCommand::parse(const std::string& bytes) {
  const auto json = nlohmann::json::parse(bytes);
  LaneCommand order;
  json.at("stop").get_to(order.stop);
  json.at("generation").get_to(order.state.generation);
  json.at("version").get_to(order.state.version);
  json.at("text").get_to(order.text);
  json.at("base").get_to(order.base);
  json.at("default_graphs").get_to(order.dataset.default_graphs);
  json.at("named_graphs").get_to(order.dataset.named_graphs);
  order.format = static_cast<results::ResultFormat>(json.at("format").get<int>());
  json.at("timeout_seconds").get_to(order.timeout_seconds);
  json.at("union_default_graph").get_to(order.union_default_graph);
  order.prefixes = prefixes_of(json.at("prefixes"));
  order.explain = static_cast<query::Explain>(json.at("explain").get<int>());
  json.at("now_seconds").get_to(order.now_seconds);
  json.at("seed").get_to(order.seed);
  return order;
}

parser::Query LaneCommand::parse_query() const {
  parser::Query query = parser::parse_query(text, base, prefixes);
  if (!dataset.empty()) query.dataset = dataset;
  return query;
}

query::RunOptions LaneCommand::run_options(std::size_t heap_bytes) const {
  query::RunOptions options;
  options.format = format;
  options.explain = explain;
  options.union_default_graph = union_default_graph;
  if (timeout_seconds > 0) options.deadline = Deadline::after(timeout_seconds);
  options.memory_bytes = query_budget(heap_bytes);
  options.settings = {date_time_at({now_seconds, {}}, 0), base, seed};
  return options;
}

}  // namespace quadrille::server
