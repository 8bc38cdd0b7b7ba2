#pragma once

// The commands of the program and their options as its parser has them (CLI11), in the form in which manual pages and
// completions of shells need them. Everything here is local, and depends on nothing but the program.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace quadrille::server {

// The kinds of an option's value, as shells complete them.
enum class ValueKind : std::uint8_t { none, choice, file, folder, other };

// The name of a value: "FILE", "stop|skip"; without the checks that the parser adds to it.
std::string type_of(const CLI::Option& option);
ValueKind value_kind(const CLI::Option& option);
// The values of a `choice`.
std::vector<std::string> choices_of(const CLI::Option& option);
// The names with dashes: "--db", "-f".
std::vector<std::string> dashed_names(const CLI::Option& option);

// The options with names, and the values without; of a command alone, not of the commands below it.
std::vector<const CLI::Option*> named_options(const CLI::App& command);
std::vector<const CLI::Option*> positionals_of(const CLI::App& command);

// The commands directly below a command, in the order of the help.
std::vector<const CLI::App*> commands_below(const CLI::App& command);

// The names from the program to a command: {"quadrille", "rules", "add"}.
using CommandPath = std::vector<std::string>;
struct PlacedCommand {
  const CLI::App* command;
  CommandPath path;
};
// A command and all commands below it, each before those below it.
std::vector<PlacedCommand> all_commands(const CLI::App& program);

// What a command does, in one line.
std::string first_line(const CLI::App& command);

}  // namespace quadrille::server
