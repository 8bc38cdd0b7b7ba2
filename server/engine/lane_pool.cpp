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
  Waiting(LanePool& pool, double expected_seconds, const LaneUser& user)
      : pool_(pool),
        place_(pool.clock_.seconds() + std::clamp(expected_seconds, 0.0, kMostAheadSeconds), pool.arrivals_++) {
    pool_.waiting_.emplace(place_, &user);
  }
  ~Waiting() { pool_.waiting_.erase(place_); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  bool is_next() const { return pool_.is_next(place_); }

 private:
  LanePool& pool_;
  const Place place_;
};

LanePool::LanePool(int lanes, std::size_t most_waiting)
    : lanes_(static_cast<std::size_t>(lanes)),
      most_waiting_(most_waiting),
      free_(lanes_),
      gives_way_(lanes_),
      holders_(lanes_) {
  std::iota(free_.begin(), free_.end(), 0);
}

void LanePool::expect_place(const LaneUser& user) {
  const auto is_his = [&](const auto& one) { return one.second->name == user.name; };
  const auto his = static_cast<std::size_t>(std::count_if(waiting_.begin(), waiting_.end(), is_his));
  if (user.most_lanes != 0 && his >= std::max<std::size_t>(1, most_waiting_ / 2) && !may_run(user)) {
    ++refused_;
    throw StatusError(
        503, fmt::format("{} long queries of this user wait, which is the maximum for one; try again soon", his));
  }
  if (waiting_.size() < free_.size() + most_waiting_) return;
  ++refused_;
  throw StatusError(503, fmt::format("too many long queries: {} run and {} wait, which is the maximum; try again soon, "
                                     "or raise serve --max-waiting",
                                     lanes_ - free_.size(), waiting_.size()));
}

bool LanePool::may_run(const LaneUser& user) const {
  return user.most_lanes == 0 ||
         static_cast<std::size_t>(std::count(holders_.begin(), holders_.end(), user.name)) < user.most_lanes;
}

bool LanePool::is_next(const Place& place) const {
  if (free_.empty()) return false;
  const auto first =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& one) { return may_run(*one.second); });
  return first != waiting_.end() && first->first == place;
}

int LanePool::take(double expected_seconds, const Deadline& deadline, const std::function<bool()>& cancelled,
                   const LaneUser& user) {
  std::unique_lock lock(mutex_);
  expect_place(user);
  int lane;
  {
    const Waiting waiting(*this, expected_seconds, user);
    while (!waiting.is_next()) {
      freed_.wait_for(lock, kLookInterval);
      if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
      if (deadline.passed()) fail(ErrorKind::timeout, "the query could not start within its time limit");
    }
    lane = free_.back();
    free_.pop_back();
    holders_[static_cast<std::size_t>(lane)] = user.name;
  }
  if (!free_.empty() && !waiting_.empty()) freed_.notify_all();
  return lane;
}

void LanePool::give_back(int lane) {
  {
    const std::lock_guard lock(mutex_);
    free_.push_back(lane);
    holders_[static_cast<std::size_t>(lane)].clear();
    if (gives_way_[static_cast<std::size_t>(lane)]) --giving_way_;
    gives_way_[static_cast<std::size_t>(lane)] = false;
  }
  freed_.notify_all();
}

bool LanePool::is_wanted(int lane) {
  const std::lock_guard lock(mutex_);
  if (gives_way_[static_cast<std::size_t>(lane)]) return true;
  // Those that would run if this lane were free.
  const std::string& holder = holders_[static_cast<std::size_t>(lane)];
  const auto needs_it = [&](const auto& one) { return may_run(*one.second) || one.second->name == holder; };
  const auto needing = static_cast<std::size_t>(std::count_if(waiting_.begin(), waiting_.end(), needs_it));
  if (needing <= static_cast<std::size_t>(giving_way_) + free_.size()) return false;
  gives_way_[static_cast<std::size_t>(lane)] = true;
  ++giving_way_;
  return true;
}

LanePool::Load LanePool::load() const {
  const std::lock_guard lock(mutex_);
  return {lanes_ - free_.size(), waiting_.size(), refused_};
}

}  // namespace quadrille::server
