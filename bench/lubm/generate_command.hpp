#pragma once

// `quadrille-bench lubm generate`: a LUBM data set on the command line.

#include <CLI/CLI.hpp>

namespace quadrille::lubm {

// Adds `generate` to the commands of `lubm`; it runs when the program has parsed the command line.
void add_generate_command(CLI::App& lubm);

}  // namespace quadrille::lubm
