#pragma once

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// `quadrille-bench update`: sends updates from several clients to a running server, and reports updates a second and
// the time of each.
void add_update_command(CLI::App& program);

}  // namespace quadrille::bench
