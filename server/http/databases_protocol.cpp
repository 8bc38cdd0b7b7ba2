#include "server/http/databases_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>

#include "server/access/rights.hpp"
#include "server/http/database_set.hpp"
#include "server/http/http_status.hpp"
#include "server/http/json_answer.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kDatabases = "/admin/databases/";

DatabaseSet& databases_of(const Service& service) {
  if (!service.administration.databases) throw StatusError(501, "this server has one database");
  return service.administration.databases();
}

std::string named_database(const Exchange& exchange) {
  std::string_view name = exchange.request().path.substr(kDatabases.size());
  if (name.ends_with('/')) name.remove_suffix(1);
  return std::string(name);
}

nlohmann::ordered_json json_of_database(const DatabaseState& database) {
  const bool has_path = !database.is_default || why_no_name(database.name).empty();
  nlohmann::ordered_json json{{"name", database.name},
                              {"path", has_path ? "/" + database.name : "/"},
                              {"state", database.damage.empty() ? "serving" : "damaged"},
                              {"default", database.is_default}};
  database.damage.empty() ? json["quads"] = database.quads : json["reason"] = database.damage;
  return json;
}

bool sees_database(const Exchange& exchange, const std::string& name) {
  const Caller& caller = exchange.caller();
  return caller.may(Right::read, name) || caller.may(Right::metrics, name);
}

}  // namespace

std::string why_no_name(std::string_view name) {
  if (!is_database_name(name) || !std::isalnum(static_cast<unsigned char>(name.front())))
    return fmt::format(
        "'{}' cannot be the name of a database: it must have letters, digits, '.', '_' and '-', and begin "
        "with a letter or a digit",
        name);
  if (name.size() > kLongestDatabaseName)
    return fmt::format("the name of a database has at most {} characters; '{}' has {}", kLongestDatabaseName, name,
                       name.size());
  for (const std::string_view mark : kBuildMarks) {
    if (name.find(mark) != std::string_view::npos)
      return fmt::format("no database can have the name '{}': '{}' marks the folder of a build that is not complete",
                         name, mark);
  }
  const auto is_taken = [&](const Endpoint& endpoint) {
    const std::string_view first = endpoint.path.substr(1);
    return first.substr(0, first.find('/')) == name;
  };
  const auto all = endpoints();
  if (std::any_of(all.begin(), all.end(), is_taken))
    return fmt::format("no database can have the name '{}': the server has a path /{}", name, name);
  return {};
}

void list_databases(Service& service, Exchange& exchange) {
  nlohmann::ordered_json json{{"databases", nlohmann::ordered_json::array()}};
  for (const DatabaseState& database : databases_of(service).list()) {
    if (sees_database(exchange, database.name)) json["databases"].push_back(json_of_database(database));
  }
  respond_json(exchange, 200, json);
}

void show_database(Service& service, Exchange& exchange) {
  const std::string name = named_database(exchange);
  for (const DatabaseState& database : databases_of(service).list()) {
    if (database.name == name && sees_database(exchange, name))
      return respond_json(exchange, 200, json_of_database(database));
  }
  throw StatusError(404, fmt::format("there is no database '{}'", name));
}

void create_database(Service& service, Exchange& exchange) {
  const std::string name = named_database(exchange);
  if (const std::string why = why_no_name(name); !why.empty()) throw StatusError(400, why);
  respond_json(exchange, 201, json_of_database(databases_of(service).create(name)));
}

void drop_database(Service& service, Exchange& exchange) {
  const std::string name = named_database(exchange);
  databases_of(service).drop(name);
  respond_json(exchange, 200, {{"dropped", name}});
}

}  // namespace quadrille::server
