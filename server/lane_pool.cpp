#include "server/lane_pool.hpp"

#include <chrono>
#include <numeric>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::milliseconds kLookInterval{100};

class Counted {
 public:
  explicit Counted(int& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  int& count_;
};

}  // namespace

LanePool::LanePool(int lanes) : free_(static_cast<std::size_t>(lanes)), gives_way_(static_cast<std::size_t>(lanes)) {
  std::iota(free_.begin(), free_.end(), 0);
}

int LanePool::take(const Deadline& deadline, const std::function<bool()>& cancelled) {
  std::unique_lock lock(mutex_);
  const Counted waiting(waiting_);
  while (free_.empty()) {
    freed_.wait_for(lock, kLookInterval);
    if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
    if (deadline.passed()) fail(ErrorKind::timeout, "the query did not get to run within its time limit");
  }
  const int lane = free_.back();
  free_.pop_back();
  return lane;
}

void LanePool::give_back(int lane) {
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(lane);
    if (gives_way_[static_cast<std::size_t>(lane)]) --giving_way_;
    gives_way_[static_cast<std::size_t>(lane)] = false;
  }
  freed_.notify_one();
}

bool LanePool::is_wanted(int lane) {
  const std::lock_guard lock(mutex_);
  if (gives_way_[static_cast<std::size_t>(lane)]) return true;
  if (waiting_ <= giving_way_ + static_cast<int>(free_.size())) return false;
  gives_way_[static_cast<std::size_t>(lane)] = true;
  ++giving_way_;
  return true;
}

}  // namespace quadrille::server
