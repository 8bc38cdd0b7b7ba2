#include "loader/compaction/rebuild_work.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/error.hpp"

namespace quadrille {

namespace {

constexpr double kWorkSeconds = 0.02;  // between rests
constexpr double kNapSeconds = 0.02;   // between looks at who cancels, while it rests

}  // namespace

RebuildWork::RebuildWork(pgas::Team& team, std::uint32_t shards, double share, std::function<bool()> cancelled)
    : ShardedWork(team, shards), share_(share), cancelled_(std::move(cancelled)) {}

void RebuildWork::pulse(std::uint64_t, std::uint64_t) {
  if (cancelled_ && cancelled_()) fail(ErrorKind::cancelled, "the rebuild was stopped; nothing is left of it");
  team().check_failed();
  if (share_ < 1 && since_rest_.seconds() >= kWorkSeconds) rest();
}

void RebuildWork::rest() {
  double left = since_rest_.seconds() * (1 / share_ - 1);
  for (; left > 0; left -= kNapSeconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, kNapSeconds)));
    if (cancelled_ && cancelled_()) break;  // the next pulse says so
    team().check_failed();
  }
  since_rest_.restart();
}

}  // namespace quadrille
