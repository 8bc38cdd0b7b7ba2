#pragma once

// `quadrille admin` looks after a running server: its running requests, its messages, and its end.
//
//   quadrille admin queries --db people                      the requests that run now
//   quadrille admin cancel ID --server https://n1:3756 --token-file token
//   quadrille admin log --lines 20
//   quadrille admin settings
//   quadrille admin reload
//   quadrille admin stop

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

struct AdminOptions {
  enum class Action : std::uint8_t { queries, cancel, log, settings, reload, stop };
  Action action = Action::queries;
  std::string database;  // whose server is meant, or
  std::string server;    // its address; both empty: the only server's, at the usual port of this machine
  ClientOptions client;
  std::string id;     // of a request that is cancelled
  int lines = 100;    // of the log
  bool json = false;  // the server's answer as it is
};

// Adds the command.
void add_admin(CLI::App& program, AdminOptions& options);

// Local. Prints what the server answers. Throws Error as ask_server().
int run_admin(const AdminOptions& options);

}  // namespace quadrille::server
