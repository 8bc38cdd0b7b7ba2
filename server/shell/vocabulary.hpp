#pragma once

// The names of a database: classes and predicates, for suggestions, and the prefixes of its files.

#include <map>
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

// Name -> IRI. An empty graph in Turtle has them. Throws as ShellServer::ask().
std::map<std::string, std::string> fetch_prefixes(ShellServer& server, const IsStopped& is_stopped);

}  // namespace quadrille::server
