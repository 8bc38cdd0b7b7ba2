#pragma once

// `quadrille-bench query`: compares the times of servers for the same queries.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_query_command(CLI::App& program);

}  // namespace quadrille::bench
