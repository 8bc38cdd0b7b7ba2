#pragma once

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// `quadrille-bench rules`: measures builds with rules, and the reasoners of peers on the same files.
void add_rules_command(CLI::App& program);

}  // namespace quadrille::bench
