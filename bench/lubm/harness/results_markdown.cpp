// The tables of a run, in Markdown.

#include <fmt/format.h>

#include <iterator>

#include "bench/lubm/harness/results.hpp"
#include "bench/query/answer_times.hpp"
#include "loader/build/build_report.hpp"

namespace quadrille::lubm {

namespace {

using Row = std::vector<std::string>;

std::string line(const Row& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

std::string head(const Row& cells) {
  return line(cells) + line(Row(cells.size(), "---"));
}

std::string data_name(const SizeResult& size) {
  return fmt::format("LUBM({})", size.universities);
}

Row build_row(const SizeResult& size, const DatabaseResult& database) {
  const double seconds = bench::median(database.build_seconds);
  const double quads_a_second = lubm::quads_a_second(size.quads, database.build_seconds);
  return {data_name(size),
          std::to_string(database.images),
          short_number(static_cast<double>(size.quads)),
          fmt::format("{:.2f}", seconds),
          short_number(quads_a_second),
          short_number(quads_a_second / database.images),
          fmt::format("{:.1f}", database.build.at("bytes_per_quad").get<double>()),
          fmt::format("{:.0f}", database.build.at("peak_memory_bytes_per_quad").get<double>()),
          database.queries.empty() ? "" : fmt::format("{:.2f}", database.start_seconds)};
}

std::string builds(const Results& results) {
  std::string text = head({"data", "images", "quads read", "build s", "quads/s", "quads/s an image", "disk bytes/quad",
                           "memory bytes/quad", "start s"});
  for (const SizeResult& size : results.sizes) {
    for (const DatabaseResult& database : size.databases) text += line(build_row(size, database));
  }
  return text;
}

std::string steps(const Results& results) {
  Row names{"data", "images"};
  for (const auto& step : results.sizes.front().databases.front().build.at("steps")) names.push_back(step.at("step"));
  names.push_back("all");
  std::string text = head(names);
  for (const SizeResult& size : results.sizes) {
    for (const DatabaseResult& database : size.databases) {
      Row row{data_name(size), std::to_string(database.images)};
      for (const auto& step : database.build.at("steps")) {
        row.push_back(fmt::format("{:.3f}", step.at("seconds").get<double>()));
      }
      row.push_back(fmt::format("{:.3f}", database.build.at("seconds").get<double>()));
      text += line(row);
    }
  }
  return text;
}

std::string preparations(const Results& results) {
  std::string text;
  for (const SizeResult& size : results.sizes) {
    if (size.generate_seconds) {
      text += fmt::format("{}: generated in {:.2f} s", data_name(size), *size.generate_seconds);
      text += fmt::format(", {}B\n", short_number(static_cast<double>(size.file_bytes)));
    }
  }
  return text.empty() ? text : text + "\n";
}

std::string peers(const Results& results) {
  std::string text;
  for (const SizeResult& size : results.sizes) {
    if (!size.peer) continue;
    if (text.empty()) text = head({"data", "system", "images", "load s", "quads/s", "times as fast"});
    const double peer = quads_a_second(size.quads, size.peer->build_seconds);
    const auto row = [&](const std::string& name, const std::string& images, const std::vector<double>& seconds) {
      const double rate = quads_a_second(size.quads, seconds);
      text += line({data_name(size), name, images, fmt::format("{:.2f}", bench::median(seconds)), short_number(rate),
                    fmt::format("{:.2f}", rate / peer)});
    };
    row(size.peer->name, "", size.peer->build_seconds);
    for (const DatabaseResult& database : size.databases) {
      row("Quadrille", std::to_string(database.images), database.build_seconds);
    }
  }
  return text.empty() ? text : "\n## Load, beside another\n\n" + text;
}

std::string rows_cell(const QueryResult& query) {
  if (query.is_wrong()) return fmt::format("**{}, not {}**", query.rows, *query.expected_rows);
  return fmt::format("{}{}", query.rows, query.expected_rows ? "" : " (not known)");
}

std::string queries(const SizeResult& size) {
  Row names{"query", "rows"};
  for (const DatabaseResult& database : size.databases) {
    names.push_back(fmt::format("{} image{}", database.images, database.images == 1 ? "" : "s"));
  }
  std::string text = fmt::format("\n## Queries on {}, ms\n\n", data_name(size)) + head(names);
  const std::vector<QueryResult>& first = size.databases.front().queries;
  for (std::size_t at = 0; at < first.size(); ++at) {
    Row row{first[at].name, rows_cell(first[at])};
    for (const DatabaseResult& database : size.databases) {
      row.push_back(fmt::format("{:.2f}", bench::median(database.queries[at].ms)));
    }
    text += line(row);
  }
  return text;
}

}  // namespace

std::string to_markdown(const Results& results) {
  std::string text = fmt::format("# LUBM{}\n\n{}; {}.\nMedians of {} build{} and {} answer{}, after {} to warm up.\n\n",
                                 results.inferred ? ", with inferences" : "", results.program, results.machine,
                                 results.builds, results.builds == 1 ? "" : "s", results.repetitions,
                                 results.repetitions == 1 ? "" : "s", results.warm_up);
  text += preparations(results);
  text += "## Builds\n\n" + builds(results) + "\n## Steps of the builds, s\n\n" + steps(results) + peers(results);
  for (const SizeResult& size : results.sizes) {
    if (!size.databases.front().queries.empty()) text += queries(size);
  }
  return text;
}

}  // namespace quadrille::lubm
