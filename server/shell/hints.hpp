#pragma once

// Hints of the server about a query without solutions (docs/http.md): what is not in the data, and what may be meant.

#include <string>
#include <string_view>
#include <vector>

#include "server/shell/prefixes.hpp"
#include "server/shell/shell_server.hpp"

namespace quadrille::server {

// The sentences in an answer of /hints; none if it is something else.
std::vector<std::string> hint_messages(std::string_view answer);

// "hint: ..." lines, with short names for IRIs. Empty: there are none, or the server, perhaps another program's, has no
// such address. Throws Error(cancelled) as ShellServer::ask().
std::string hint_lines(ShellServer& server, const std::string& query, const SessionPrefixes& prefixes,
                       const IsStopped& is_stopped);

}  // namespace quadrille::server
