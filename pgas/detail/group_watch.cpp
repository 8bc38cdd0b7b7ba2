#include "pgas/detail/group_watch.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace quadrille::pgas::detail {

namespace {

constexpr double kSilenceSeconds = 6;
constexpr std::int64_t kMostTickMs = 2000;  // that count between two ticks

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

double GroupWatch::silence_limit_seconds() {
  const char* const text = std::getenv("QUADRILLE_SILENCE_SECONDS");
  return text ? std::atof(text) : kSilenceSeconds;
}

GroupWatch::GroupWatch(Network& network, int next, std::function<void(double)> on_silence)
    : network_(network),
      next_(next),
      limit_seconds_(silence_limit_seconds()),
      on_silence_(std::move(on_silence)),
      last_tick_ms_(now_ms()) {}

void GroupWatch::heard() {
  silent_ms_.store(0, std::memory_order_relaxed);
}

void GroupWatch::tick() {
  if (stopped_) return;
  network_.send(next_, MessageHeader{MessageKind::heartbeat});
  const std::int64_t now = now_ms();
  const std::int64_t passed = std::min(now - std::exchange(last_tick_ms_, now), kMostTickMs);
  const double silent = static_cast<double>(silent_ms_.fetch_add(passed, std::memory_order_relaxed) + passed) / 1000;
  if (limit_seconds_ > 0 && silent > limit_seconds_) on_silence_(silent);
}

}  // namespace quadrille::pgas::detail
