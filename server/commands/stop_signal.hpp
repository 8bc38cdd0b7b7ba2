#pragma once

// A StopSignal turns Control-C and SIGTERM into a flag that a program can test and wait for: the first signal requests
// the end, the second ends the program at once. A server also gets SIGHUP from it: a request to read its settings
// again.

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
  // From here on a SIGHUP is a request for the next wait_for_reload(); but it is a SIGTERM if it comes since the
  // terminal of the process is gone. Without this call, SIGHUP ends the process.
  static void accept_reloads();
  // Blocks until a signal arrives. True: a SIGHUP, perhaps several; false: the end is requested.
  bool wait_for_reload() const;
};

}  // namespace quadrille::server
