#pragma once

// The options of commands that ask a server: the token and the authorities.

#include <CLI/CLI.hpp>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

void add_client(CLI::App& app, ClientOptions& client);

}  // namespace quadrille::server
