#pragma once

// `quadrille-bench bsbm generate`: a data set of the Berlin SPARQL Benchmark on the command line.

#include <CLI/CLI.hpp>

namespace quadrille::bsbm {

// Adds `generate` to the commands of `bsbm`; it runs when the program has parsed the command line.
void add_generate_command(CLI::App& bsbm);

}  // namespace quadrille::bsbm
