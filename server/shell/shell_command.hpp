#pragma once

// The commands of the shell: lines that begin with a backslash.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

struct ShellCommand {
  std::string name;                    // without the backslash, as in the table
  std::string rest;                    // behind the name
  std::vector<std::string> arguments;  // its words; one in double quotes may have blanks
};

// The command of a line. Throws Error(user) for an unknown one, with the most similar one, and for too many or too few
// arguments.
ShellCommand parse_shell_command(std::string_view line);

std::vector<std::string> shell_command_names();
// The words that can be the first argument; empty: any.
std::vector<std::string> choices_of_command(std::string_view name);
// True if an argument is a file.
bool takes_file(std::string_view name);

// The text of \help.
std::string shell_help();

// A name for \format: "table", or a format of the server.
bool is_format(std::string_view name);

}  // namespace quadrille::server
