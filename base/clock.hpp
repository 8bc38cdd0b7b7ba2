#pragma once

// How long something took, when something must have ended, and what time it is.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace quadrille {

// Since the beginning of 1970, UTC.
inline std::int64_t unix_seconds_now() {
  using namespace std::chrono;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

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
  // nullopt: as long as it takes. Not negative.
  std::optional<double> seconds_left() const {
    if (!end_) return std::nullopt;
    return std::max(0.0, std::chrono::duration<double>(*end_ - Clock::now()).count());
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> end_;
};

}  // namespace quadrille
