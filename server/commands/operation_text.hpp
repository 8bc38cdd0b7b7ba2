#pragma once

// The text of a query or an update from the command line: given directly, or in files.

#include <string>
#include <vector>

#include "pgas/team.hpp"
#include "server/commands/command_line.hpp"

namespace quadrille::server {

// `file`: "-" is standard input; empty: returns `text`. `what`: "query" or "update", for Error(user).
std::string operation_text(const std::string& text, const std::string& file, const char* what);

// The files, with those of the lists; one empty name if there are none: then the text is the operation.
// Local. Throws Error(user) for a list that cannot be read, or has no paths.
std::vector<std::string> operation_files(const OperationFiles& files);
// Collective: the first image reads the lists.
std::vector<std::string> operation_files(pgas::Team& team, const OperationFiles& files);

}  // namespace quadrille::server
