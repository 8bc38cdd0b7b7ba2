#include "bench/query/query_command.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "bench/query/comparison.hpp"
#include "bench/query/query_files.hpp"
#include "bench/query/server_options.hpp"
#include "bench/report/machine.hpp"
#include "bench/report/output_files.hpp"

namespace quadrille::bench {

namespace {

struct QueryOptions {
  ServerOptions servers;
  std::vector<std::string> paths;
  Turns turns{1, 9, 60};
  double most_seconds = 600;
  std::string title = "Queries", expected, expected_set;
  bool quiet = false;
  OutputFiles output;
};

Comparison measure(const QueryOptions& options) {
  Comparison all{options.title, describe_machine(), options.turns, options.servers.described(), {}};
  std::vector<AskedServer> asked;
  for (const Endpoint& endpoint : options.servers.endpoints()) asked.emplace_back(endpoint, options.most_seconds);
  const ExpectedRows expected =
      options.expected.empty() ? ExpectedRows{} : read_expected_rows(options.expected, options.expected_set);
  for (const NamedQuery& query : read_query_files(options.paths)) {
    if (!options.quiet) fmt::print(stderr, "{}\n", query.name);
    const auto rows = expected.find(query.name);
    all.queries.push_back({query.name, rows == expected.end() ? std::nullopt : std::optional(rows->second),
                           time_answers(asked, query.name, query.text, options.turns)});
  }
  return all;
}

void run(const QueryOptions& options) {
  options.output.check();
  const Comparison all = measure(options);
  options.output.write(to_markdown(all), to_json(all), to_svg(all));
  if (const std::size_t faults = all.faults()) {
    fail(ErrorKind::user, "{} answers are missing, have a wrong number of rows, or differ: see the remarks", faults);
  }
}

constexpr const char* kQueryFooter = R"(
Every query is sent to all servers in turns: first to warm up, then for the measurement, by one client over one open
connection, TSV (N-Triples for graphs), each answer read to its end. A server that has taken --patience seconds for a
query is not sent it again. Numbers of rows are compared with the expected ones and among the servers, and rows in any
order. Exit status: 1 if a --server fails or is wrong; faults of a --peer are only reported.

Examples:
  quadrille-bench query --server http://127.0.0.1:3756 ../shared/bench/lubm --expected ../shared/bench/lubm --expected-set 100
  quadrille-bench query --server one=http://127.0.0.1:4001 --server two=http://127.0.0.1:4002 mine.rq
  quadrille-bench query --server Quadrille=http://127.0.0.1:3756 --peer Oxigraph=http://127.0.0.1:7878/query \
    --peer Fuseki=http://127.0.0.1:3030/ds/query --json all.json --plot all.svg queries/)";

}  // namespace

void add_query_command(CLI::App& program) {
  const auto options = std::make_shared<QueryOptions>();
  CLI::App& command = *program.add_subcommand(
      "query", "Send the same queries to servers in turns, compare the answers and measure the times");
  options->servers.add_to(command);
  command.add_option("queries", options->paths, "Files with a query each, or folders with files *.rq")
      ->required()
      ->check(CLI::ExistingPath);
  command.add_option("--warm-up", options->turns.warm_up, "Number of runs of each query before the measured ones")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--rounds", options->turns.rounds, "Number of turns of each query; medians are reported")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      .add_option("--in-a-row", options->turns.in_a_row,
                  "Number of measured answers of a turn; if above 1, another one precedes them and is not measured,\n"
                  "because other servers have filled the processors' caches")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      .add_option("--patience", options->turns.most_seconds_each,
                  "Time limit of a server for one query in all rounds together; it always has one round")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--most-seconds", options->most_seconds, "Time limit of one answer")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("--expected", options->expected,
                  "Expected numbers of rows: a file expected.json or expected.tsv, or a folder with one")
      ->type_name("PATH")
      ->check(CLI::ExistingPath);
  command.add_option("--expected-set", options->expected_set, "Set of expected.json to use, such as 100");
  command.add_option("--title", options->title, "Title of the tables");
  command.add_flag("--quiet", options->quiet, "Do not print the current query to standard error");
  options->output.add_to(command);
  command.footer(kQueryFooter);
  command.callback([options] { run(*options); });
}

}  // namespace quadrille::bench
