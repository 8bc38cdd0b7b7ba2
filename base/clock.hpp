#pragma once

// Monotonic time: how long something took, and when something must have ended.

#include <chrono>
#include <optional>

namespace quadrille {

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  void restart() { start_ = Clock::now(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// A moment after which work must stop; the default never comes.
class Deadline {
 public:
  Deadline() = default;
  static Deadline after(double seconds) {
    Deadline deadline;
    deadline.end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    return deadline;
  }
  bool passed() const { return end_ && Clock::now() >= *end_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> end_;
};

}  // namespace quadrille
