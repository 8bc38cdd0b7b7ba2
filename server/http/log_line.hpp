#pragma once

// A line of a server's log on standard error, with the time:
//
//   [2026-11-23 14:22:03.512] warning: the compaction failed: ...
//
// Can be called by any thread; a line is written at once, so lines of several threads do not mix.

#include <string_view>

namespace quadrille::server {

enum class LogLevel { info, warning, error };

void log_line(LogLevel level, std::string_view text);

}  // namespace quadrille::server
