#pragma once

// A MemoryWatch finds the most memory that one process used, of all that this process started, directly or not. It
// reads the peak resident set size of each (VmHWM of /proc/PID/status) ten times a second.
//
//   MemoryWatch watch;
//   run_program(...);
//   watch.most_bytes()

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <thread>

namespace quadrille::bench {

class MemoryWatch {
 public:
  MemoryWatch();
  ~MemoryWatch();
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;

  std::uint64_t most_bytes() const { return most_bytes_; }

 private:
  void look();
  void look_below(pid_t process);

  std::atomic<std::uint64_t> most_bytes_ = 0;
  std::jthread thread_;
};

}  // namespace quadrille::bench
