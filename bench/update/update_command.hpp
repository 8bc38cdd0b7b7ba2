#pragma once

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// `update`: updates from several clients to a server that runs, how many a second and how long each takes.
void add_update_command(CLI::App& program);

}  // namespace quadrille::bench
