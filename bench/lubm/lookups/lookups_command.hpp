#pragma once

// `quadrille-bench lubm lookups`: short look-ups by many clients.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// Adds `lookups` to the commands of `lubm`.
void add_lookups_command(CLI::App& lubm);

}  // namespace quadrille::bench
