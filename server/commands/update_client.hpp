#pragma once

// The client that sends an update to the server of its database.

#include <string>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

// Sends `text` to a server and returns its answer: a line of JSON. 0 seconds: waits without a limit. Throws the same
// errors as ask_server() of server_request.hpp.
std::string send_update(ServerAddress address, const std::string& text, double timeout_seconds,
                        bool default_prefixes = false);

}  // namespace quadrille::server
