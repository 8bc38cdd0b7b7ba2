#include "server/commands/reference.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "parser/function_list.hpp"
#include "query/expression/cast.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/algorithms/table_text.hpp"
#include "server/commands/command_tree.hpp"
#include "server/http/http_endpoints.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson option_row(const CLI::Option& option) {
  OrderedJson row{{"names", dashed_names(option)}, {"value", ""}, {"meaning", option.get_description()}};
  if (option.get_positional()) row["names"] = {option.get_name(true)};
  if (value_kind(option) != ValueKind::none) row["value"] = type_of(option);
  return row;
}

OrderedJson command_rows(const CLI::App& program) {
  OrderedJson rows = OrderedJson::array();
  for (const PlacedCommand& placed : all_commands(program)) {
    OrderedJson row{{"path", fmt::format("{}", fmt::join(placed.path, " "))},
                    {"does", placed.path.size() == 1 ? "" : first_line(*placed.command)},
                    {"values", OrderedJson::array()},
                    {"options", OrderedJson::array()}};
    for (const CLI::Option* const value : positionals_of(*placed.command)) row["values"].push_back(option_row(*value));
    for (const CLI::Option* const option : named_options(*placed.command))
      row["options"].push_back(option_row(*option));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string_view right_words(Needs needs) {
  switch (needs) {
    case Needs::nothing:
      return "none";
    case Needs::metrics:
      return "metrics";
    case Needs::read:
      return "read";
    case Needs::read_graphs:
      return "read, of some graphs";
    case Needs::write:
      return "write";
    case Needs::write_graphs:
      return "write, of some graphs";
    case Needs::admin:
      return "admin";
    case Needs::read_or_write:
      return "read, of some graphs; an update: write, of some graphs";
    case Needs::server_admin:
      return "admin of all databases";
    case Needs::named_admin:
      return "admin of the named database";
    case Needs::some:
      return "any";
  }
  return "";
}

OrderedJson endpoint_rows() {
  OrderedJson rows = OrderedJson::array();
  for (const Endpoint& endpoint : endpoints()) {
    OrderedJson methods = OrderedJson::object();
    for (const char* const method : {"GET", "PUT", "POST", "DELETE", "PATCH"}) {
      if (const Rule* const rule = find_rule(endpoint, method)) methods[method] = right_words(rule->needs);
    }
    rows.push_back({{"path", endpoint.path}, {"methods", methods}, {"of_databases", !endpoint.is_of_server}});
  }
  return rows;
}

OrderedJson status_rows() {
  OrderedJson rows = OrderedJson::array();
  for (const StatusPhrase& row : status_phrases()) rows.push_back({{"status", row.status}, {"phrase", row.phrase}});
  return rows;
}

OrderedJson function_rows() {
  OrderedJson rows = OrderedJson::array();
  for (const auto& [name, arguments] : parser::listed_functions())
    rows.push_back({{"name", name}, {"arguments", arguments}});
  return rows;
}

}  // namespace

std::string reference_json(const CLI::App& program) {
  const OrderedJson all{
      {"commands", command_rows(program)}, {"endpoints", endpoint_rows()},
      {"statuses", status_rows()},         {"functions", function_rows()},
      {"casts", query::cast_iris()},       {"algorithms", OrderedJson::parse(table_json(algorithms()))["algorithms"]}};
  return all.dump(1) + "\n";
}

}  // namespace quadrille::server
