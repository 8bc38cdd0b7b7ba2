#include "loader/compaction/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/assert.hpp"
#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr double kLeastWaitSeconds = 0.002, kMostWaitSeconds = 0.05;

}  // namespace

double share_done(const CompactionProgress& progress) {
  return progress.all == 0 ? 0 : static_cast<double>(progress.done) / static_cast<double>(progress.all);
}

std::string to_text(const CompactionProgress& progress) {
  return fmt::format("{} {:.0f} %", progress.step, 100 * share_done(progress));
}

Pace::Pace(const pgas::Team& team, const CompactionOptions& options) : team_(team), options_(options) {
  QUADRILLE_ASSERT(options.share > 0 && options.share <= 1, "a share of the time");
}

void Pace::look() const {
  team_.check_failed();
  if (options_.is_cancelled && options_.is_cancelled()) fail(ErrorKind::cancelled, "the compaction was cancelled");
}

void Pace::pass(std::uint64_t items) {
  progress_.done = std::min(progress_.done + items, progress_.all);
  if (options_.progress && !progress_.step.empty()) options_.progress(progress_);
  look();
  if (options_.share >= 1) return;
  double wait = work_.seconds() * (1 / options_.share - 1);
  if (wait < kLeastWaitSeconds) return;  // collects short waits
  for (; wait > 0; wait -= kMostWaitSeconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(wait, kMostWaitSeconds)));
    look();
  }
  work_.restart();
}

}  // namespace quadrille
