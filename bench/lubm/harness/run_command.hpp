#pragma once

// `quadrille-bench lubm run`: builds and queries of the benchmark, measured.

#include <CLI/CLI.hpp>

namespace quadrille::lubm {

// Adds `run` to the commands of `lubm`.
void add_run_command(CLI::App& lubm);

}  // namespace quadrille::lubm
