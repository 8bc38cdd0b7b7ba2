#pragma once

// `quadrille-bench pgas`: how fast images talk to each other here. Started by the launcher of MPI, as many times as
// there shall be images; QUADRILLE_GROUP_SIZE cuts them into groups.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// Adds `pgas` to the program's commands; it runs when `program` has parsed the command line.
void add_pgas_command(CLI::App& program);

}  // namespace quadrille::bench
