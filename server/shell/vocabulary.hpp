#pragma once

// The classes and predicates of a database, for suggestions.

#include <string>
#include <vector>

#include "server/shell/shell_server.hpp"

namespace quadrille::server {

// IRIs, the most frequent ones first.
struct Vocabulary {
  std::vector<std::string> classes, predicates;
};

// Asks the server for its schema (docs/http.md), for at most ten seconds. Throws as ShellServer::ask(), and Error(io)
// for an answer that is no schema.
Vocabulary fetch_vocabulary(ShellServer& server, const IsStopped& is_stopped);

}  // namespace quadrille::server
