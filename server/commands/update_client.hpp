#pragma once

// The client that sends an update to the server of its database.

#include <string>

namespace quadrille::server {

// Sends `text` to URL/update and gives back what the server has told: a line of JSON. `url` is http://HOST[:PORT], or
// with a path, which then is the whole address. 0 seconds: waits as long as it takes. Throws Error as
// ask_server() of server_request.hpp does.
std::string send_update(const std::string& url, const std::string& text, double timeout_seconds,
                        bool default_prefixes = false);

}  // namespace quadrille::server
