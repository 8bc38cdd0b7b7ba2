#pragma once

// `quadrille shell`: queries and updates, typed one after another (server/shell). It speaks HTTP alone: to a server
// that runs, or to one of its own, which serves a database on this machine until the end of the shell.

#include <CLI/CLI.hpp>
#include <string>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

struct ShellOptions {
  std::string database;  // or
  std::string server;    // a server elsewhere; both empty: the one on this machine at the usual port
  ClientOptions client;
};

// Adds the command.
void add_shell(CLI::App& program, ShellOptions& options);

// Local. Returns the exit status. Must be called before there are threads: it may start a server.
int run_shell(const ShellOptions& options);

}  // namespace quadrille::server
