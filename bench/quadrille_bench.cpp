// The command `quadrille-bench`: data sets and measurements.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "base/error.hpp"
#include "bench/bsbm/generate_command.hpp"
#include "bench/bsbm/mix_commands.hpp"
#include "bench/cost/cost_command.hpp"
#include "bench/csr/csr_command.hpp"
#include "bench/graph/graph_command.hpp"
#include "bench/graph/tiers_command.hpp"
#include "bench/lubm/generate_command.hpp"
#include "bench/lubm/harness/run_command.hpp"
#include "bench/lubm/lookups/lookups_command.hpp"
#include "bench/memory/memory_command.hpp"
#include "bench/pgas/messages_command.hpp"
#include "bench/pgas/pgas_command.hpp"
#include "bench/query/clients_command.hpp"
#include "bench/query/query_command.hpp"
#include "bench/rules/rules_command.hpp"
#include "bench/update/update_command.hpp"

namespace {

int run(int argc, char** argv) {
  CLI::App program("Benchmark data and measurements. 'quadrille-bench COMMAND --help' describes a command.",
                   "quadrille-bench");
  program.require_subcommand(1);
  CLI::App& lubm = *program.add_subcommand("lubm", "The Lehigh University Benchmark");
  lubm.require_subcommand(1);
  quadrille::lubm::add_generate_command(lubm);
  quadrille::lubm::add_run_command(lubm);
  quadrille::bench::add_lookups_command(lubm);
  CLI::App& bsbm = *program.add_subcommand("bsbm", "The Berlin SPARQL Benchmark");
  bsbm.require_subcommand(1);
  quadrille::bsbm::add_generate_command(bsbm);
  quadrille::bsbm::add_mix_commands(bsbm);
  quadrille::bench::add_cost_command(program);
  quadrille::bench::add_csr_command(program);
  quadrille::bench::add_graph_command(program);
  quadrille::bench::add_memory_command(program);
  quadrille::bench::add_pgas_command(program);
  quadrille::bench::add_messages_command(program);
  quadrille::bench::add_query_command(program);
  quadrille::bench::add_clients_command(program);
  quadrille::bench::add_rules_command(program);
  quadrille::bench::add_tiers_command(program);
  quadrille::bench::add_update_command(program);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : quadrille::exit_code(quadrille::ErrorKind::user);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const quadrille::Error& error) {
    fmt::print(stderr, "quadrille-bench: {}\n", error.what());
    return quadrille::exit_code(error.kind());
  } catch (const std::exception& error) {
    fmt::print(stderr, "quadrille-bench: internal error: {}\n", error.what());
    return quadrille::exit_code(quadrille::ErrorKind::internal);
  }
}
