#include "server/engine/write_command.hpp"

#include <nlohmann/json.hpp>

#include "base/bytes.hpp"
#include "server/engine/prefix_option.hpp"

namespace quadrille::server {

namespace {

using nlohmann::json;

json to_json(const GraphTarget& target) {
  return {{"kind", static_cast<int>(target.kind)}, {"iri", target.iri}};
}

GraphTarget target_of(const json& its) {
  return {static_cast<GraphTarget::Kind>(its.at("kind").get<int>()), its.at("iri").get<std::string>()};
}

json to_json(const WriteRequest& request) {
  const UpdateRequest& update = request.update;
  return {{"kind", static_cast<int>(request.kind)},
          {"text", update.text},
          {"base", update.base},
          {"using", update.using_graphs},
          {"using_named", update.using_named},
          {"prefixes", prefixes_json(request.prefixes)},
          {"graph", update.graph ? to_json(*update.graph) : json()},
          {"target", to_json(request.target)},
          {"rules", request.kind == WriteKind::change_rules ? json(request.rules.to_json()) : json()},
          {"documents", request.documents},
          {"read", request.rights.read.key()},
          {"write", request.rights.write.key()},
          {"timeout_seconds", request.timeout_seconds},
          {"now_seconds", request.now_seconds},
          {"seed", request.seed}};
}

WriteRequest request_of(const json& its) {
  WriteRequest request;
  request.kind = static_cast<WriteKind>(its.at("kind").get<int>());
  its.at("text").get_to(request.update.text);
  its.at("base").get_to(request.update.base);
  its.at("using").get_to(request.update.using_graphs);
  its.at("using_named").get_to(request.update.using_named);
  request.prefixes = prefixes_of(its.at("prefixes"));
  if (!its.at("graph").is_null()) request.update.graph = target_of(its.at("graph"));
  request.target = target_of(its.at("target"));
  if (!its.at("rules").is_null()) request.rules = RulesChange::of_json(its.at("rules").get<std::string>());
  its.at("documents").get_to(request.documents);
  request.rights = {GraphRights::of_key(its.at("read").get<std::string>()).value(),
                    GraphRights::of_key(its.at("write").get<std::string>()).value()};
  its.at("timeout_seconds").get_to(request.timeout_seconds);
  its.at("now_seconds").get_to(request.now_seconds);
  its.at("seed").get_to(request.seed);
  return request;
}

}  // namespace

std::string WriteCommand::serialise() const {
  json list = json::array();
  for (const WriteRequest& request : requests) list.push_back(to_json(request));
  const json its{{"stop", stop},
                 {"database", database},
                 {"generation", lowest.generation},
                 {"version", lowest.version},
                 {"union_default_graph", union_default_graph},
                 {"allow_loads", allow_loads},
                 {"requests", std::move(list)},
                 {"retraction", retraction ? json::array({retraction->newest.generation, retraction->newest.version,
                                                          retraction->next_blank})
                                           : json()}};
  std::string bytes(sizeof(std::uint64_t), 0);
  bytes += its.dump(-1, ' ', false, json::error_handler_t::replace);
  store<std::uint64_t>(bytes.data(), bytes.size() - sizeof(std::uint64_t));
  return batch ? bytes + batch->serialise() : bytes;
}

WriteCommand WriteCommand::parse(std::string_view bytes) {
  const std::string_view text = bytes.substr(sizeof(std::uint64_t), load<std::uint64_t>(bytes.data()));
  const std::string_view rest = bytes.substr(sizeof(std::uint64_t) + text.size());
  const json its = json::parse(text);
  WriteCommand command;
  its.at("stop").get_to(command.stop);
  its.at("database").get_to(command.database);
  its.at("generation").get_to(command.lowest.generation);
  its.at("version").get_to(command.lowest.version);
  its.at("union_default_graph").get_to(command.union_default_graph);
  its.at("allow_loads").get_to(command.allow_loads);
  for (const json& request : its.at("requests")) command.requests.push_back(request_of(request));
  if (const json& back = its.at("retraction"); !back.is_null()) {
    command.retraction = {{back[0].get<std::uint64_t>(), back[1].get<std::uint64_t>()}, back[2].get<std::uint64_t>()};
  }
  if (!rest.empty()) command.batch = query::DataBatch::parse(rest);
  return command;
}

}  // namespace quadrille::server
