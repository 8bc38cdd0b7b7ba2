#pragma once

// The text of a query or an update from the command line: given directly, or in a file.

#include <string>

namespace quadrille::server {

// `file`: "-" is standard input; empty: returns `text`. `what`: "query" or "update", for Error(user).
std::string operation_text(const std::string& text, const std::string& file, const char* what);

}  // namespace quadrille::server
