#pragma once

// Messages of a server on standard error, in the format of its logs (serve --log-format):
//
//   log_line()      lines   [2026-11-23 14:22:03.512] warning: the compaction failed: ...
//   log_notice()    lines   quadrille: warning: updates are refused: ...
//   both            json    {"time":"2026-11-23T13:22:03.512Z","log":"server","level":"warning","message":"..."}
//
// Can be called by any thread; a message is written at once, so messages of several threads do not mix.

#include <string_view>

#include "server/operations/log_entry.hpp"

namespace quadrille::server {

enum class LogLevel { info, warning, error };

// Of all messages of this process from now on; lines at the start.
void set_log_format(LogFormat format);

void log_line(LogLevel level, std::string_view text);
// For the person who has started the server: without the time in lines.
void log_notice(LogLevel level, std::string_view text);

}  // namespace quadrille::server
