#include "server/shell/vocabulary.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string_view>

namespace quadrille::server {

namespace {

constexpr int kMostNames = 5000;

std::vector<std::string> fetch_names(ShellServer& server, std::string_view pattern, const IsStopped& is_stopped) {
  const std::string query = fmt::format(
      "SELECT ?iri (COUNT(*) AS ?n) {{ {} }} GROUP BY ?iri ORDER BY DESC(?n) LIMIT {}", pattern, kMostNames);
  std::string answer;
  server.ask(
      {"", "format=tsv&timeout=10s", "application/sparql-query", query},
      [&](std::string_view piece) { answer += piece; }, is_stopped);
  std::vector<std::string> names;
  std::istringstream lines(answer);
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t end = line.find(">\t"); line.starts_with('<') && end != std::string::npos) {
      names.push_back(line.substr(1, end - 1));
    }
  }
  return names;
}

}  // namespace

Vocabulary fetch_vocabulary(ShellServer& server, const IsStopped& is_stopped) {
  return {fetch_names(server, "?s a ?iri", is_stopped), fetch_names(server, "?s ?iri ?o", is_stopped)};
}

}  // namespace quadrille::server
