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
Every query is asked all servers in turns: first to warm up, then for the time, by one client over one connection that is
kept, TSV (N-Triples for graphs), each answer read to its end. A server that has taken --patience seconds for a query is
not asked it again. Numbers of rows are compared with those expected and among the servers, rows whatever their order.
Exit status: 1 if a --server fails or is wrong; what --peer does is only told.

Examples:
  quadrille-bench query --server http://127.0.0.1:3756 ../shared/bench/lubm --expected ../shared/bench/lubm --expected-set 100
  quadrille-bench query --server one=http://127.0.0.1:4001 --server two=http://127.0.0.1:4002 mine.rq
  quadrille-bench query --server Quadrille=http://127.0.0.1:3756 --peer Oxigraph=http://127.0.0.1:7878/query \
    --peer Fuseki=http://127.0.0.1:3030/ds/query --json all.json --plot all.svg queries/)";

}  // namespace

void add_query_command(CLI::App& program) {
  const auto options = std::make_shared<QueryOptions>();
  CLI::App& command = *program.add_subcommand(
      "query", "Asks servers the same queries in turns, compares the answers and takes the time");
  options->servers.add_to(command);
  command.add_option("queries", options->paths, "Files with a query each, or folders with files *.rq")
      ->required()
      ->check(CLI::ExistingPath);
  command.add_option("--warm-up", options->turns.warm_up, "How often each is asked before it counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--rounds", options->turns.rounds, "How often each then has its turn; medians are told")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      .add_option("--in-a-row", options->turns.in_a_row,
                  "How many answers of a turn count; above 1, one more comes first and does not, so that what others\n"
                  "have left in the caches hits nobody")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  command
      .add_option("--patience", options->turns.most_seconds_each,
                  "Seconds that a server may take for one query in all rounds together; one round it has always")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--most-seconds", options->most_seconds, "Seconds that one answer may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("--expected", options->expected,
                  "How many rows each has: a file expected.json or expected.tsv, or a folder with one")
      ->type_name("PATH")
      ->check(CLI::ExistingPath);
  command.add_option("--expected-set", options->expected_set, "Which of the sets of an expected.json, as 100");
  command.add_option("--title", options->title, "What the tables are about");
  command.add_flag("--quiet", options->quiet, "Do not tell on standard error which query is asked");
  options->output.add_to(command);
  command.footer(kQueryFooter);
  command.callback([options] { run(*options); });
}

}  // namespace quadrille::bench
