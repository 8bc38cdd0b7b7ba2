#pragma once

// The exit status of a command: 0 success, 1 wrong input or a limit reached, 2 a bug of ours, 3 success with skipped
// input.

#include <functional>

namespace quadrille::server {

// The status of a build with --on-error skip that has skipped input.
inline constexpr int kSkippedStatus = 3;

// Runs `command`; writes its exception to standard error as "quadrille: message", unless `speaks` is false because
// another image reports for all. Returns the exit status. ReaderLeft (standard_output.hpp) is no error.
int run_and_report(const std::function<int()>& command, bool speaks = true);

}  // namespace quadrille::server
