#pragma once

// `quadrille-bench tiers`: graph kernels whose arrays are in tiers of memory, with a limit for memory.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_tiers_command(CLI::App& program);

}  // namespace quadrille::bench
