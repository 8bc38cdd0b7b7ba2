#include "bench/query/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/report/bar_chart.hpp"
#include "bench/report/markdown_table.hpp"

namespace quadrille::bench {

namespace {

using Json = nlohmann::ordered_json;

const char* word_for(ServerRole role) {
  return role == ServerRole::ours ? "server" : "peer";
}

std::string cell(const std::optional<double>& value) {
  return value ? three_digits(*value) : "-";
}

class GeometricMean {
 public:
  void add(double value) { sum_ += std::log(value), ++count_; }
  std::optional<double> value() const { return count_ ? std::optional(std::exp(sum_ / count_)) : std::nullopt; }

 private:
  double sum_ = 0;
  int count_ = 0;
};

// The fault in one server's answer, if any; `first` is the answer of the first server without a fault.
std::string remark_on(const ComparedQuery& query, const AnswerTimes& times, const AnswerTimes* first) {
  if (!times.error.empty()) return times.error;
  if (query.expected_rows && times.rows != *query.expected_rows) {
    return fmt::format("{} rows, expected {}", times.rows, *query.expected_rows);
  }
  if (first && times.rows != first->rows) return fmt::format("{} rows, the first has {}", times.rows, first->rows);
  if (first && times.digest != first->digest) return "as many rows as the first, but with other spellings or contents";
  return {};
}

template <class Take>
void for_each_remark(const Comparison& all, Take&& take) {
  for (const ComparedQuery& query : all.queries) {
    const AnswerTimes* first = nullptr;
    for (std::size_t server = 0; server < all.servers.size(); ++server) {
      const AnswerTimes& times = query.times[server];
      const std::string remark = remark_on(query, times, first);
      if (!remark.empty()) take(query, server, remark);
      if (!first && remark.empty()) first = &times;
    }
  }
}

}  // namespace

std::optional<double> Comparison::median_ms(std::size_t query, std::size_t server) const {
  const std::vector<double>& ms = queries[query].times[server].ms;
  return ms.empty() ? std::nullopt : std::optional(median(ms));
}

std::optional<double> Comparison::factor(std::size_t query, std::size_t server) const {
  const auto mine = median_ms(query, server);
  if (!mine || servers[server].role != ServerRole::ours) return std::nullopt;
  std::optional<double> best;
  bool has_peers = false;
  for (std::size_t other = 0; other < servers.size(); ++other) {
    if (servers[other].role == ServerRole::ours) continue;
    has_peers = true;
    const auto theirs = median_ms(query, other);
    if (theirs && (!best || *theirs < *best)) best = theirs;
  }
  if (!has_peers && server > 0) best = median_ms(query, 0);
  return best ? std::optional(*best / *mine) : std::nullopt;
}

std::optional<double> Comparison::mean_factor(std::size_t server) const {
  GeometricMean mean;
  for (std::size_t query = 0; query < queries.size(); ++query) {
    if (const auto one = factor(query, server)) mean.add(*one);
  }
  return mean.value();
}

std::optional<double> Comparison::mean_ms(std::size_t server) const {
  GeometricMean mean;
  for (std::size_t query = 0; query < queries.size(); ++query) {
    bool all = true;
    for (std::size_t other = 0; other < servers.size(); ++other) {
      all = all && median_ms(query, other);
    }
    if (all) mean.add(*median_ms(query, server));
  }
  return mean.value();
}

std::vector<std::string> Comparison::remarks() const {
  std::vector<std::string> all;
  for_each_remark(*this, [&](const ComparedQuery& query, std::size_t server, const std::string& remark) {
    all.push_back(fmt::format("{}, {}: {}", query.name, servers[server].name, remark));
  });
  return all;
}

std::size_t Comparison::faults() const {
  std::size_t found = 0;
  for (const ComparedQuery& query : queries) {
    const AnswerTimes* first = nullptr;
    for (std::size_t server = 0; server < servers.size(); ++server) {
      if (servers[server].role != ServerRole::ours) continue;
      const AnswerTimes& times = query.times[server];
      found += !times.error.empty() || (query.expected_rows && times.rows != *query.expected_rows) ||
               (first && (times.rows != first->rows || times.digest != first->digest));
      if (!first && times.error.empty()) first = &times;
    }
  }
  return found;
}

std::string to_markdown(const Comparison& all) {
  std::vector<std::string> head{"ms", "rows"};
  for (const ComparedServer& server : all.servers) head.push_back(server.name);
  const bool has_peers = std::any_of(all.servers.begin(), all.servers.end(),
                                     [](const ComparedServer& server) { return server.role != ServerRole::ours; });
  std::vector<std::size_t> ours;
  for (std::size_t server = has_peers ? 0 : 1; server < all.servers.size(); ++server) {
    if (all.servers[server].role != ServerRole::ours) continue;
    ours.push_back(server);
    head.push_back(fmt::format("{} / {}", has_peers ? "best peer" : all.servers[0].name, all.servers[server].name));
  }
  MarkdownTable table(head);
  for (std::size_t query = 0; query < all.queries.size(); ++query) {
    std::vector<std::string> row{all.queries[query].name, fmt::format("{}", all.queries[query].times[0].rows)};
    for (std::size_t server = 0; server < all.servers.size(); ++server)
      row.push_back(cell(all.median_ms(query, server)));
    for (const std::size_t server : ours) row.push_back(cell(all.factor(query, server)));
    table.add(row);
  }
  std::vector<std::string> means{"geometric mean", ""};
  for (std::size_t server = 0; server < all.servers.size(); ++server) means.push_back(cell(all.mean_ms(server)));
  for (const std::size_t server : ours) means.push_back(cell(all.mean_factor(server)));
  table.add(means);
  std::string text = fmt::format(
      "## {}\n\n{}. Medians of {} answers in {} turns, after {} to warm up{}; one client, each answer read to its "
      "end.\n\n{}",
      all.title, all.machine, all.turns.rounds * all.turns.in_a_row, all.turns.rounds, all.turns.warm_up,
      all.turns.in_a_row > 1 ? " and the first of each turn" : "", table.text());
  const std::vector<std::string> remarks = all.remarks();
  if (!remarks.empty()) text += "\n";
  for (const std::string& remark : remarks) text += fmt::format("- {}\n", remark);
  return text + "\n";
}

std::string to_json(const Comparison& all) {
  Json servers = Json::array(), queries = Json::array();
  const auto or_null = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  for (std::size_t at = 0; at < all.servers.size(); ++at) {
    servers.push_back({{"name", all.servers[at].name},
                       {"url", all.servers[at].url},
                       {"role", word_for(all.servers[at].role)},
                       {"geometric_mean_ms", or_null(all.mean_ms(at))},
                       {"geometric_mean_factor", or_null(all.mean_factor(at))}});
  }
  for (std::size_t at = 0; at < all.queries.size(); ++at) {
    const ComparedQuery& query = all.queries[at];
    Json answers = Json::array();
    for (std::size_t server = 0; server < all.servers.size(); ++server) {
      const AnswerTimes& times = query.times[server];
      Json answer{{"server", all.servers[server].name}, {"rows", times.rows}, {"bytes", times.bytes}};
      if (!times.ms.empty()) {
        answer["median_ms"] = median(times.ms);
        answer["p99_ms"] = quantile(times.ms, 0.99);
        answer["factor"] = or_null(all.factor(at, server));
        answer["ms"] = times.ms;
      }
      if (!times.error.empty()) answer["error"] = times.error;
      answers.push_back(answer);
    }
    queries.push_back({{"query", query.name},
                       {"expected_rows", query.expected_rows ? Json(*query.expected_rows) : Json(nullptr)},
                       {"answers", answers}});
  }
  return Json{{"title", all.title},         {"machine", all.machine},         {"warm_up", all.turns.warm_up},
              {"rounds", all.turns.rounds}, {"in_a_row", all.turns.in_a_row}, {"servers", servers},
              {"queries", queries},         {"remarks", all.remarks()}}
             .dump(2) +
         "\n";
}

std::string to_svg(const Comparison& all) {
  BarChart chart{all.title, "ms", {}, {}};
  for (const ComparedQuery& query : all.queries) chart.categories.push_back(query.name);
  for (std::size_t server = 0; server < all.servers.size(); ++server) {
    chart.series.push_back({all.servers[server].name, {}});
    for (std::size_t query = 0; query < all.queries.size(); ++query) {
      chart.series.back().values.push_back(all.median_ms(query, server).value_or(0));
    }
  }
  return to_svg(std::vector<BarChart>{chart});
}

}  // namespace quadrille::bench
