#pragma once

// Completions of commands, options and their values for shells, made from the parser of the program:
//
//   source <(quadrille --completion bash)
//
// The Debian package has them as files. Commands stand first on a command line, so a completion finds the command by
// the first words.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace quadrille::server {

// Local. The script for "bash", "zsh" or "fish"; nullopt: another shell.
std::optional<std::string> shell_completion(const CLI::App& program, const std::string& shell);

}  // namespace quadrille::server
