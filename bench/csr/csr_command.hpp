#pragma once

// `quadrille-bench csr`: the engine in process beside loops that were written by hand.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_csr_command(CLI::App& program);

}  // namespace quadrille::bench
