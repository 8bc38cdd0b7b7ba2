#pragma once

// `quadrille-bench clients`: how many queries a second servers answer many clients.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_clients_command(CLI::App& program);

}  // namespace quadrille::bench
