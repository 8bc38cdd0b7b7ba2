#pragma once

// The client that sends an update to the server of its database.

#include <string>

namespace quadrille::server {

// Sends `text` to URL/update and returns the server's answer: a line of JSON. `url` is http://HOST[:PORT], or a whole
// address with a path. 0 seconds: waits without a limit. Throws the same errors as ask_server() of server_request.hpp.
std::string send_update(const std::string& url, const std::string& text, double timeout_seconds,
                        bool default_prefixes = false);

}  // namespace quadrille::server
