#pragma once

// Clocks: a stopwatch, a deadline, and the present time.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <optional>

namespace quadrille {

// Since the beginning of 1970, UTC.
inline std::int64_t unix_seconds_now() {
  using namespace std::chrono;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

// The time of the system's last tick, at most some ms ago. Reading it costs a fifth of reading the exact time.
inline std::chrono::steady_clock::time_point last_tick() {
  using Clock = std::chrono::steady_clock;
#ifdef CLOCK_MONOTONIC_COARSE
  timespec time{};
  if (clock_gettime(CLOCK_MONOTONIC_COARSE, &time) == 0) {
    return Clock::time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
  }
#endif
  return Clock::now();
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
  // Cheap while the end is far away, so long loops can call it often.
  bool passed() const { return end_ && *end_ - last_tick() < kNear && Clock::now() >= *end_; }
  // nullopt: there is no limit. Not negative.
  std::optional<double> seconds_left() const {
    if (!end_) return std::nullopt;
    return std::max(0.0, std::chrono::duration<double>(*end_ - Clock::now()).count());
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kNear{50};  // several ticks of the system

  std::optional<Clock::time_point> end_;
};

}  // namespace quadrille
