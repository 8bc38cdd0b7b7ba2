#pragma once

// `quadrille-bench bsbm explore` and `bsbm bi`: the mixes of the Berlin SPARQL Benchmark, by many clients; `bsbm
// queries`: their queries as files.

#include <CLI/CLI.hpp>

namespace quadrille::bsbm {

// Adds these to the commands of `bsbm`.
void add_mix_commands(CLI::App& bsbm);

}  // namespace quadrille::bsbm
