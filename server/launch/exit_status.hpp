#pragma once

// The exit status of a command: 0 success, 1 wrong input or a limit reached, 2 a bug of ours, 3 success but input was
// skipped.

#include <functional>

namespace quadrille::server {

// Of a build with --on-error skip that has skipped something.
inline constexpr int kSkippedStatus = 3;

// Runs `command`; tells what it throws on standard error as "quadrille: message", unless another image `speaks` for
// all. Returns the exit status. ReaderLeft (standard_output.hpp) is no error.
int run_and_report(const std::function<int()>& command, bool speaks = true);

}  // namespace quadrille::server
