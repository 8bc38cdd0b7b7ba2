#pragma once

// The last lines of the server's log, in memory, for an operator who cannot reach its standard error. Of this process.
// Thread-safe.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

inline constexpr std::size_t kMostRecentLines = 1000;

// A line without its end.
void remember_line(std::string_view line);
// The last `most` lines, the oldest first.
std::vector<std::string> recent_lines(std::size_t most);

}  // namespace quadrille::server
