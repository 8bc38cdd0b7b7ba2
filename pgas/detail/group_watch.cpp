#include "pgas/detail/group_watch.hpp"

#include <chrono>
#include <cstdlib>

namespace quadrille::pgas::detail {

namespace {

constexpr double kSilenceSeconds = 6;

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
      heard_ms_(now_ms()) {}

void GroupWatch::heard() {
  heard_ms_.store(now_ms(), std::memory_order_relaxed);
}

void GroupWatch::tick() {
  if (stopped_) return;
  network_.send(next_, MessageHeader{MessageKind::heartbeat});
  const double silent = static_cast<double>(now_ms() - heard_ms_.load(std::memory_order_relaxed)) / 1000;
  if (limit_seconds_ > 0 && silent > limit_seconds_) on_silence_(silent);
}

}  // namespace quadrille::pgas::detail
