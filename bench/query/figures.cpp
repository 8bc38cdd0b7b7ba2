#include "bench/query/figures.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace quadrille::bench {

Figures Figures::read(const std::string& path) {
  std::ifstream file(path);
  if (!file) fail(ErrorKind::io, "{} cannot be read", path);
  try {
    const auto json = nlohmann::json::parse(file);
    Figures figures;
    figures.scaled_by = json.at("scaled_by");
    figures.there_ms = json.at("there_ms").get<ByQuery>();
    for (const auto& [name, ms] : json.at("servers").items()) figures.servers[name] = ms.get<ByQuery>();
    if (json.contains("as")) figures.as = json.at("as").get<std::map<std::string, std::string>>();
    return figures;
  } catch (const nlohmann::json::exception& error) {
    fail(ErrorKind::user, "{}: no figures of servers: {}", path, error.what());
  }
}

double Figures::scale(const Comparison& comparison, const std::string& query) const {
  const auto other = as.find(query);
  const std::string& name = other == as.end() ? query : other->second;
  const auto there = there_ms.find(name);
  if (there == there_ms.end()) return 0;
  for (std::size_t server = 0; server < comparison.servers.size(); ++server) {
    if (comparison.servers[server].name != scaled_by) continue;
    for (std::size_t at = 0; at < comparison.queries.size(); ++at) {
      if (comparison.queries[at].name == name) return comparison.median_ms(at, server).value_or(0) / there->second;
    }
  }
  return 0;
}

void Figures::add_to(Comparison& comparison) const {
  for (const auto& [name, figures] : servers) {
    std::vector<AnswerTimes> all;
    for (const ComparedQuery& query : comparison.queries) {
      const auto figure = figures.find(query.name);
      AnswerTimes times;
      const double factor = figure == figures.end() ? 0 : scale(comparison, query.name);
      if (factor > 0) times.ms.push_back(figure->second * factor);
      all.push_back(times);
    }
    comparison.servers.push_back({name + " (scaled)", "", ServerRole::figures});
    for (std::size_t at = 0; at < all.size(); ++at) comparison.queries[at].times.push_back(std::move(all[at]));
  }
}

}  // namespace quadrille::bench
