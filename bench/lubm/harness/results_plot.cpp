// The charts of a run.

#include <fmt/format.h>

#include "bench/lubm/harness/results.hpp"
#include "bench/query/answer_times.hpp"
#include "bench/report/bar_chart.hpp"

namespace quadrille::lubm {

namespace {

using bench::BarChart;

std::string name_of(const SizeResult& size, const DatabaseResult& database) {
  return fmt::format("LUBM({}), {} image{}", size.universities, database.images, database.images == 1 ? "" : "s");
}

// A series for each database, with `values` of it.
template <class Values>
std::vector<BarChart::Series> by_database(const Results& results, const Values& values) {
  std::vector<BarChart::Series> series;
  for (const SizeResult& size : results.sizes) {
    for (const DatabaseResult& database : size.databases) {
      series.push_back({name_of(size, database), values(database)});
    }
  }
  return series;
}

BarChart steps_chart(const Results& results) {
  BarChart chart{"Steps of the build", "s", {}, {}};
  for (const auto& step : results.sizes.front().databases.front().build.at("steps")) {
    chart.categories.push_back(step.at("step"));
  }
  chart.series = by_database(results, [](const DatabaseResult& database) {
    std::vector<double> seconds;
    for (const auto& step : database.build.at("steps")) seconds.push_back(step.at("seconds"));
    return seconds;
  });
  return chart;
}

// By size; a series for each number of images, and one for the peer.
BarChart rates_chart(const Results& results) {
  BarChart chart{"Builds", "quads/s", {}, {}};
  for (const DatabaseResult& database : results.sizes.front().databases) {
    chart.series.push_back({fmt::format("{} image{}", database.images, database.images == 1 ? "" : "s"), {}});
  }
  const bool has_peer = results.sizes.front().peer.has_value();
  if (has_peer) chart.series.push_back({results.sizes.front().peer->name, {}});
  for (const SizeResult& size : results.sizes) {
    chart.categories.push_back(fmt::format("LUBM({})", size.universities));
    for (std::size_t at = 0; at < size.databases.size(); ++at) {
      chart.series[at].values.push_back(quads_a_second(size.quads, size.databases[at].build_seconds));
    }
    if (size.peer) chart.series.back().values.push_back(quads_a_second(size.quads, size.peer->build_seconds));
  }
  return chart;
}

BarChart queries_chart(const Results& results) {
  BarChart chart{"Queries", "ms", {}, {}};
  for (const QueryResult& query : results.sizes.front().databases.front().queries) {
    chart.categories.push_back(query.name);
  }
  chart.series = by_database(results, [](const DatabaseResult& database) {
    std::vector<double> ms;
    for (const QueryResult& query : database.queries) ms.push_back(bench::median(query.ms));
    return ms;
  });
  return chart;
}

}  // namespace

std::string to_svg(const Results& results) {
  std::vector<BarChart> charts{rates_chart(results), steps_chart(results)};
  if (!results.sizes.front().databases.front().queries.empty()) charts.push_back(queries_chart(results));
  return bench::to_svg(charts);
}

}  // namespace quadrille::lubm
