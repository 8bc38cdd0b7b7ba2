#pragma once

// `quadrille create` and `quadrille drop` have a running server make or remove a database (serve --databases):
//
//   quadrille create people --databases /data
//   quadrille drop people --server https://n1:3756 --token-file token

#include <CLI/CLI.hpp>
#include <string>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

struct DatabaseChangeOptions {
  bool drops = false;
  std::string name;
  std::string databases;  // the server's folder of databases, or
  std::string server;     // its address; one of the two is empty
  ClientOptions client;
};

// Add a command each.
void add_create(CLI::App& program, DatabaseChangeOptions& options);
void add_drop(CLI::App& program, DatabaseChangeOptions& options);

// Local. Throws Error as ask_server().
int run_database_change(const DatabaseChangeOptions& options);

}  // namespace quadrille::server
