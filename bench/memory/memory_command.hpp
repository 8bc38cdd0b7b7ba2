#pragma once

// `quadrille-bench memory`: the speed of the tiers of memory (docs/memory.md).

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_memory_command(CLI::App& program);

}  // namespace quadrille::bench
