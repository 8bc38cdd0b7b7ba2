// Writes a load comparison as tables, JSON and charts.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/query/load_comparison.hpp"
#include "bench/report/bar_chart.hpp"
#include "bench/report/markdown_table.hpp"

namespace quadrille::bench {

namespace {

using Json = nlohmann::ordered_json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::string servers_table(const LoadComparison& all) {
  const bool mixes = all.mix_queries > 0;
  std::vector<std::string> head{
      "server", "queries/s", "p50 ms", "p99 ms", "longest ms", "clients' share of a core", "times the best peer"};
  if (mixes) head.insert(head.begin() + 2, "mixes/h");
  MarkdownTable table(head);
  for (std::size_t at = 0; at < all.servers.size(); ++at) {
    const LoadOfServer& server = all.servers[at];
    const auto factor = all.factor(at);
    std::vector<std::string> row{server.server.name, three_digits(server.queries_per_second())};
    if (mixes) row.push_back(three_digits(server.mixes_per_hour(all.mix_queries)));
    for (const double share : {0.5, 0.99, 1.0}) row.push_back(three_digits(server.quantile_ms(share)));
    row.push_back(three_digits(server.result.client_seconds / std::max(server.result.seconds, 1e-9)));
    row.push_back(factor ? three_digits(*factor) : "");
    table.add(row);
  }
  return table.text();
}

std::string kinds_table(const LoadComparison& all) {
  std::vector<std::string> head{"p50 ms (p99)"};
  for (const LoadOfServer& server : all.servers) head.push_back(server.server.name);
  MarkdownTable table(head);
  for (const LoadOfKind& kind : all.kinds) {
    std::vector<std::string> row{kind.name};
    for (std::size_t server = 0; server < all.servers.size(); ++server) {
      const auto &median = kind.median_ms[server], &p99 = kind.p99_ms[server];
      row.push_back(median ? fmt::format("{} ({})", three_digits(*median), three_digits(*p99)) : "-");
    }
    table.add(row);
  }
  return table.text();
}

}  // namespace

std::string to_markdown(const LoadComparison& all) {
  const std::string turn = all.turns.steps > 0 ? fmt::format("{} queries of each client", all.turns.steps)
                                               : fmt::format("{} s each", all.turns.seconds);
  std::string text =
      fmt::format("## {}\n\n{}. {} clients on open connections, {} different queries; {} turns of {}.\n\n{}", all.title,
                  all.machine, all.clients, all.different_queries, all.turns.turns, turn, servers_table(all));
  if (!all.kinds.empty()) text.append("\n").append(kinds_table(all));
  if (!all.remarks.empty()) text += "\n";
  for (const std::string& remark : all.remarks) text += fmt::format("- {}\n", remark);
  return text + "\n";
}

std::string to_json(const LoadComparison& all) {
  Json servers = Json::array(), kinds = Json::array();
  for (std::size_t at = 0; at < all.servers.size(); ++at) {
    const LoadOfServer& server = all.servers[at];
    servers.push_back(
        {{"name", server.server.name},
         {"url", server.server.url},
         {"role", server.server.role == ServerRole::ours ? "server" : "peer"},
         {"seconds", server.result.seconds},
         {"queries", server.result.ms.size()},
         {"queries_per_second", server.queries_per_second()},
         {"mixes_per_hour", all.mix_queries ? Json(server.mixes_per_hour(all.mix_queries)) : Json(nullptr)},
         {"p50_ms", server.quantile_ms(0.5)},
         {"p99_ms", server.quantile_ms(0.99)},
         {"longest_ms", server.quantile_ms(1)},
         {"bytes", server.result.bytes},
         {"connections", server.result.connections},
         {"client_seconds", server.result.client_seconds},
         {"faults", server.result.faults},
         {"factor", or_null(all.factor(at))},
         {"error", server.error}});
  }
  for (const LoadOfKind& kind : all.kinds) {
    Json answers = Json::array();
    for (std::size_t server = 0; server < all.servers.size(); ++server) {
      answers.push_back({{"server", all.servers[server].server.name},
                         {"p50_ms", or_null(kind.median_ms[server])},
                         {"p99_ms", or_null(kind.p99_ms[server])}});
    }
    kinds.push_back({{"kind", kind.name}, {"answers", answers}});
  }
  return Json{{"title", all.title},
              {"machine", all.machine},
              {"clients", all.clients},
              {"turns", all.turns.turns},
              {"seconds_of_a_turn", all.turns.seconds},
              {"queries_of_a_client_in_a_turn", all.turns.steps},
              {"different_queries", all.different_queries},
              {"servers", servers},
              {"kinds", kinds},
              {"remarks", all.remarks}}
             .dump(2) +
         "\n";
}

std::string to_svg(const LoadComparison& all) {
  BarChart rates{all.title, "queries/s", {""}, {}}, times{all.title + ": answers", "ms", {"p50", "p99"}, {}};
  BarChart kinds{all.title + ": medians", "ms", {}, {}};
  for (const LoadOfKind& kind : all.kinds) kinds.categories.push_back(kind.name);
  for (std::size_t at = 0; at < all.servers.size(); ++at) {
    const LoadOfServer& server = all.servers[at];
    rates.series.push_back({server.server.name, {server.queries_per_second()}});
    times.series.push_back({server.server.name, {server.quantile_ms(0.5), server.quantile_ms(0.99)}});
    kinds.series.push_back({server.server.name, {}});
    for (const LoadOfKind& kind : all.kinds) kinds.series.back().values.push_back(kind.median_ms[at].value_or(0));
  }
  std::vector<BarChart> charts{rates, times};
  if (!all.kinds.empty()) charts.push_back(kinds);
  return to_svg(charts);
}

}  // namespace quadrille::bench
