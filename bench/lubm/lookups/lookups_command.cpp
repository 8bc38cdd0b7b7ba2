#include "bench/lubm/lookups/lookups_command.hpp"

#include <memory>

#include "bench/lubm/lookups/lookups.hpp"
#include "bench/query/load_options.hpp"

namespace quadrille::bench {

namespace {

struct LookupsOptions {
  LoadOptions load;
  std::size_t count = 2000;
};

constexpr const char* kLookupsFooter = R"(
The queries are like Q1, Q3 and parts of Q4 and Q7, each with another constant of the data; the constants are requested
from the first server. Every client sends all of them, in its own order.

Example:
  quadrille-bench lubm lookups --server Quadrille=http://127.0.0.1:3756 --peer Oxigraph=http://127.0.0.1:7878/query)";

}  // namespace

void add_lookups_command(CLI::App& lubm) {
  const auto options = std::make_shared<LookupsOptions>();
  options->load.title = "Short look-ups";
  CLI::App& command =
      *lubm.add_subcommand("lookups", "Send short look-ups with many constants from many clients to servers in turns");
  options->load.add_to(command);
  command.add_option("--count", options->count, "Number of different queries")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command.footer(kLookupsFooter);
  command.callback([options] {
    const LoadOptions& load = options->load;
    const Endpoint first = load.servers.endpoints().front();
    load.run(Workload::shuffled(lookup_queries(first, options->count, load.seed), load.clients, load.seed), {});
  });
}

}  // namespace quadrille::bench
