#pragma once

// Suggestions ("did you mean ...?") for unknown commands and options.

#include <CLI/App.hpp>
#include <optional>
#include <span>
#include <string>

namespace quadrille::server {

// The message for a first word that is no command of the program, with the most similar command.
std::string unknown_command(const CLI::App& program, const std::string& word);

// The message for the first of `words` (a command's, without its name; or the program's own) that looks like an option
// but is none of the command. It names the most similar option, or the command that has it. nullopt: all are known.
std::optional<std::string> unknown_option(const CLI::App& program, const CLI::App& command,
                                          std::span<const std::string> words);

}  // namespace quadrille::server
