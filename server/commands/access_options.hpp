#pragma once

// The options of `quadrille access`, which changes and lists the accounts of a server.
//
//   quadrille access user add ann --role write
//   quadrille access role add editors --grant write:notes --grant read
//   quadrille access token add --user ann --expires 90d

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::server {

struct AccessCommandOptions {
  enum class Kind : std::uint8_t { user, role, token };
  enum class Action : std::uint8_t { add, list, remove };

  std::string file;  // access.toml
  Kind kind = Kind::user;
  Action action = Action::list;
  std::string name;                // of a user or role; the id of a token that is removed
  std::string user;                // of a token that is added
  std::vector<std::string> roles;  // of a user or token; the grants of a role
  std::string password_file;       // its first line is the password; empty: the terminal or standard input
  bool no_password = false;
  bool replace = false;        // a user that is there already
  double expires_seconds = 0;  // of a token, from now on
  bool json = false;           // of lists
};

// Adds the command.
void add_access_command(CLI::App& program, AccessCommandOptions& options);

}  // namespace quadrille::server
