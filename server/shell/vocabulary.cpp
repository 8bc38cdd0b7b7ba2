#include "server/shell/vocabulary.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "base/name_spaces.hpp"

namespace quadrille::server {

namespace {

// The IRIs of a list of the schema, which has the most frequent ones first; blank nodes are left out.
std::vector<std::string> names_in(const nlohmann::json& list) {
  std::vector<std::string> names;
  for (const nlohmann::json& one : list) {
    std::string iri = one.at("iri");
    if (!iri.starts_with("_:")) names.push_back(std::move(iri));
  }
  return names;
}

}  // namespace

Vocabulary fetch_vocabulary(ShellServer& server, const IsStopped& is_stopped) {
  std::string answer;
  server.ask(
      {"/schema", "part=counts&timeout=10s"}, [&](std::string_view piece) { answer += piece; }, is_stopped);
  try {
    const auto schema = nlohmann::json::parse(answer);
    return {names_in(schema.at("classes")), names_in(schema.at("predicates"))};
  } catch (const nlohmann::json::exception& error) {
    fail(ErrorKind::io, "the schema of the server cannot be read: {}", error.what());
  }
}

std::map<std::string, std::string> fetch_prefixes(ShellServer& server, const IsStopped& is_stopped) {
  const std::string query = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o } LIMIT 0";
  std::string turtle;
  server.ask(
      {"", "format=turtle&timeout=10s", "application/sparql-query", query},
      [&](std::string_view piece) { turtle += piece; }, is_stopped);
  const std::vector<DeclaredPrefix> declared = prefixes_of_turtle(turtle);
  return {declared.begin(), declared.end()};
}

}  // namespace quadrille::server
