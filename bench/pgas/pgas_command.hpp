#pragma once

// `quadrille-bench pgas`: measures the communication of images on this machine. MPI's launcher starts one process for
// each image; QUADRILLE_GROUP_SIZE divides them into groups.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// Adds `pgas` to the program's commands; it runs when `program` has parsed the command line.
void add_pgas_command(CLI::App& program);

}  // namespace quadrille::bench
