#include "bench/query/clients_command.hpp"

#include <memory>
#include <string>
#include <vector>

#include "bench/query/load_options.hpp"

namespace quadrille::bench {

namespace {

struct ClientsOptions {
  LoadOptions load;
  std::vector<std::string> paths;
  std::string expected, expected_set;
};

constexpr const char* kClientsFooter = R"(
Every client sends all queries repeatedly, in its own order; it sends the next one when it has the answer to the last one.
The servers have turns. Before, each query runs once without load, and numbers of rows are compared; under load every
answer must have as many lines as without. One thread runs all clients; its share of a core is reported.
Exit status: 1 if a --server fails or is wrong.

Examples:
  quadrille-bench clients --server http://127.0.0.1:3756 --clients 16 queries/
  quadrille-bench clients --server Quadrille=http://127.0.0.1:3756 --peer Oxigraph=http://127.0.0.1:7878/query q1.rq q3.rq)";

}  // namespace

void add_clients_command(CLI::App& program) {
  const auto options = std::make_shared<ClientsOptions>();
  options->load.title = "Many clients";
  CLI::App& command =
      *program.add_subcommand("clients", "Measure servers with many clients at once: queries a second, p50 and p99");
  options->load.add_to(command);
  command.add_option("queries", options->paths, "Files with a query each, or folders with files *.rq")
      ->required()
      ->check(CLI::ExistingPath);
  command
      .add_option("--expected", options->expected,
                  "Expected numbers of rows: a file expected.json or expected.tsv, or a folder with one")
      ->type_name("PATH")
      ->check(CLI::ExistingPath);
  command.add_option("--expected-set", options->expected_set, "Set of expected.json to use, such as 100");
  command.footer(kClientsFooter);
  command.callback([options] {
    const LoadOptions& load = options->load;
    const Workload work = Workload::shuffled(read_query_files(options->paths), load.clients, load.seed);
    load.run(work,
             options->expected.empty() ? ExpectedRows{} : read_expected_rows(options->expected, options->expected_set));
  });
}

}  // namespace quadrille::bench
