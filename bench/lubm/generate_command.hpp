#pragma once

// `quadrille-bench lubm generate`: a LUBM data set on the command line.

#include <CLI/CLI.hpp>

namespace quadrille::lubm {

// Adds `lubm` with its commands to the program's; they run when `program` has parsed the command line.
void add_commands(CLI::App& program);

}  // namespace quadrille::lubm
