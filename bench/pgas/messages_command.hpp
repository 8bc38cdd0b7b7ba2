#pragma once

// `quadrille-bench messages`: the table of messages that an exchange between groups takes, counted without data.

#include <CLI/CLI.hpp>

namespace quadrille::bench {

// Adds `messages` to the program's commands; it runs when `program` has parsed the command line.
void add_messages_command(CLI::App& program);

}  // namespace quadrille::bench
