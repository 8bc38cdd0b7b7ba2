#pragma once

// The options and the common steps of all commands that put a load on servers.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "bench/query/load_comparison.hpp"
#include "bench/query/server_options.hpp"
#include "bench/report/output_files.hpp"

namespace quadrille::bench {

struct LoadOptions {
  ServerOptions servers;
  std::size_t clients = 16;
  std::uint64_t seed = 0;
  LoadTurns turns;
  std::string title;
  OutputFiles output;

  void add_to(CLI::App& command);
  // Measures, and writes the results. Error (user) if one of our servers fails or is wrong.
  void run(const Workload& work, const ExpectedRows& expected) const;
};

}  // namespace quadrille::bench
