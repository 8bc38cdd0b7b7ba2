#pragma once

// Control-C and SIGTERM as something that a program can look at and wait for: the first asks it to end, the second ends
// it at once.

#include <atomic>

namespace quadrille::server {

class StopSignal {
 public:
  // One a process. From here on SIGINT and SIGTERM only set the flag, and end standard input.
  StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  bool raised() const { return flag().load(std::memory_order_relaxed); }
  const std::atomic<bool>& flag() const;
  // Blocks until a signal has come.
  void wait() const;
};

}  // namespace quadrille::server
