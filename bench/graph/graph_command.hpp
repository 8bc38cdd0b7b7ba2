#pragma once

// `quadrille-bench graph`: the engine's graph kernels beside kernels that were written by hand.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_graph_command(CLI::App& program);

}  // namespace quadrille::bench
