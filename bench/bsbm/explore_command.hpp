#pragma once

// `quadrille-bench bsbm explore`: the mix of the Berlin SPARQL Benchmark, by many clients.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// Adds `explore` to the commands of `bsbm`.
void add_explore_command(CLI::App& bsbm);

}  // namespace quadrille::bench
