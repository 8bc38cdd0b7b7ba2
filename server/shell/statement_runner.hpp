#pragma once

// Sends a statement to the server, and shows its answer.

#include <cstdio>
#include <string>

#include "server/shell/prefixes.hpp"
#include "server/shell/shell_server.hpp"
#include "server/shell/statement.hpp"

namespace quadrille::server {

// How answers are shown.
struct AnswerSettings {
  std::string format;        // "table", or a name of the server's formats; empty: a table on a terminal, else TSV
  bool shows_time = false;   // and the size
  std::FILE* file = stdout;  // not owned
};

// Runs a query or an update. `explain`: plan, rules or profile, instead of the answer; empty: the answer.
// Throws Error: with the server's message; cancelled, if the user has stopped it. A reader who leaves the pager is no
// error.
void run_statement(ShellServer& server, const std::string& text, const std::string& explain,
                   const SessionPrefixes& prefixes, const AnswerSettings& settings, const IsStopped& is_stopped);

// The names of formats for `format=` that a query of this kind gets; the server takes the first that suits the answer.
std::string wanted_formats(StatementKind kind, const std::string& format, bool is_on_terminal);

}  // namespace quadrille::server
