#include "server/engine/lane_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "base/error.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::milliseconds kLookInterval{100};
constexpr double kMostAheadSeconds = 10;

}  // namespace

// A place in the queue for as long as it lives.
class LanePool::Waiting {
 public:
  Waiting(LanePool& pool, double expected_seconds)
      : pool_(pool),
        place_(pool.clock_.seconds() + std::clamp(expected_seconds, 0.0, kMostAheadSeconds), pool.arrivals_++) {
    pool_.waiting_.insert(place_);
  }
  ~Waiting() { pool_.waiting_.erase(place_); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  bool is_next() const { return !pool_.free_.empty() && *pool_.waiting_.begin() == place_; }

 private:
  LanePool& pool_;
  const Place place_;
};

LanePool::LanePool(int lanes, std::size_t most_waiting)
    : lanes_(static_cast<std::size_t>(lanes)), most_waiting_(most_waiting), free_(lanes_), gives_way_(lanes_) {
  std::iota(free_.begin(), free_.end(), 0);
}

int LanePool::take(double expected_seconds, const Deadline& deadline, const std::function<bool()>& cancelled) {
  std::unique_lock lock(mutex_);
  if (waiting_.size() >= free_.size() + most_waiting_) {
    ++refused_;
    throw StatusError(
        503,
        fmt::format("too many long queries: {} run and {} wait, which is the maximum; try again soon, or raise serve "
                    "--max-waiting",
                    lanes_ - free_.size(), waiting_.size()));
  }
  int lane;
  {
    const Waiting waiting(*this, expected_seconds);
    while (!waiting.is_next()) {
      freed_.wait_for(lock, kLookInterval);
      if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
      if (deadline.passed()) fail(ErrorKind::timeout, "the query could not start within its time limit");
    }
    lane = free_.back();
    free_.pop_back();
  }
  if (!free_.empty() && !waiting_.empty()) freed_.notify_all();
  return lane;
}

void LanePool::give_back(int lane) {
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(lane);
    if (gives_way_[static_cast<std::size_t>(lane)]) --giving_way_;
    gives_way_[static_cast<std::size_t>(lane)] = false;
  }
  freed_.notify_all();
}

bool LanePool::is_wanted(int lane) {
  const std::lock_guard lock(mutex_);
  if (gives_way_[static_cast<std::size_t>(lane)]) return true;
  if (waiting_.size() <= static_cast<std::size_t>(giving_way_) + free_.size()) return false;
  gives_way_[static_cast<std::size_t>(lane)] = true;
  ++giving_way_;
  return true;
}

LanePool::Load LanePool::load() const {
  const std::lock_guard lock(mutex_);
  return {lanes_ - free_.size(), waiting_.size(), refused_};
}

}  // namespace quadrille::server
