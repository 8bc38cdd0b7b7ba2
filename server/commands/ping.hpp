#pragma once

// `quadrille ping` asks a server whether it answers queries, for the health checks of containers and scripts.
//
//   quadrille ping                               the server on this machine, at the usual port
//   quadrille ping https://example.org:3756 --ca authority.pem

#include <CLI/CLI.hpp>
#include <string>

namespace quadrille::server {

struct PingOptions {
  std::string url;  // empty: this machine, at `port`
  int port = 3756;
  double timeout_seconds = 2;
  std::string ca;  // as in ClientOptions
};

// Adds the command.
void add_ping(CLI::App& program, PingOptions& options);

// Local. Prints the time of the answer and returns 0 if the server accepts queries; otherwise prints the reason on
// standard error and returns 1. Takes at most `timeout_seconds`, except for the look-up of the host's name.
int run_ping(const PingOptions& options);

}  // namespace quadrille::server
