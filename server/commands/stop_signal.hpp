#pragma once

// A StopSignal turns Control-C and SIGTERM into a flag that a program can test and wait for: the first signal requests
// the end, the second ends the program at once.

#include <atomic>

namespace quadrille::server {

class StopSignal {
 public:
  // One in a process. From here on SIGINT and SIGTERM only set the flag, and end standard input.
  StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  bool raised() const { return flag().load(std::memory_order_relaxed); }
  const std::atomic<bool>& flag() const;
  // As if a signal had arrived. From any thread.
  void raise() const;
  // Blocks until a signal arrives.
  void wait() const;
};

}  // namespace quadrille::server
