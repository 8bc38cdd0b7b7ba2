#pragma once

// `quadrille-bench clients`: measures the queries a second that servers answer for many clients.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

void add_clients_command(CLI::App& program);

}  // namespace quadrille::bench
