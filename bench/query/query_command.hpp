#pragma once

// `quadrille-bench query`: how long servers take to answer, one beside the other.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_query_command(CLI::App& program);

}  // namespace quadrille::bench
