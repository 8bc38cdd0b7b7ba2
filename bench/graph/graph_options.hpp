#pragma once

// The options of commands that make a graph.

#include <CLI/CLI.hpp>

#include "bench/graph/measured_graph.hpp"

namespace quadrille::bench {

// `options` outlives the command.
void add_graph_options(CLI::App& command, GraphOptions& options);

}  // namespace quadrille::bench
