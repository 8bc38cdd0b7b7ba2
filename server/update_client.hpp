#pragma once

// An update on its way to the server that runs it.

#include <string>

#include "server/database_lock.hpp"

namespace quadrille::server {

// Where a server on this machine listens: http://HOST:PORT.
std::string server_url(const LockHolder& server);

// Sends `text` to URL/update and gives back what the server has told: a line of JSON. `url` is http://HOST[:PORT], or
// with a path, which then is the whole address. 0 seconds: waits as long as it takes. Throws Error: of the kind that
// the status tells, with the server's message; io where there is no server; user for another URL.
std::string send_update(const std::string& url, const std::string& text, double timeout_seconds);

}  // namespace quadrille::server
