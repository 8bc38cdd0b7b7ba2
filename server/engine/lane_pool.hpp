#pragma once

// A LanePool assigns lanes to long queries, one query each, and queues the queries that wait.
//
//   take() --a lane is free, the queue is empty--> runs
//     |   --fewer than `most_waiting` wait----> waits, ordered by arrival + expected time (at most 10 s)
//     |   --otherwise-------------------------> StatusError(503)
//
// A user may have a limit: his further queries wait while those of others pass, and they take at most half of the
// places of the queue. So no user holds all lanes.
//
// So a query of a second runs before one of a minute that arrived at the same time, and no query waits for queries that
// arrive more than 10 s after it. An answer whose client does not read holds its lane; for each waiting query one such
// answer is requested to end.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

class LanePool {
 public:
  // Lanes 0 to `lanes` - 1.
  LanePool(int lanes, std::size_t most_waiting);

  // Waits for a free lane. Throws ErrorKind::timeout at the deadline, cancelled as soon as `cancelled` returns true,
  // and StatusError(503) at once if too many queries wait.
  int take(double expected_seconds, const Deadline& deadline, const std::function<bool()>& cancelled,
           const LaneUser& user = {});
  void give_back(int lane);
  // Returns whether the holder of `lane`, which does not need it urgently, should give it back: a query waits, and no
  // other lane has been requested for it.
  bool is_wanted(int lane);

  struct Load {
    std::size_t running = 0, waiting = 0;
    std::uint64_t refused = 0;  // since the start
  };
  Load load() const;

 private:
  using Place = std::pair<double, std::uint64_t>;  // time at which it is due (seconds), number of arrival
  class Waiting;

  // These need the mutex.
  void expect_place(const LaneUser& user);
  bool may_run(const LaneUser& user) const;
  bool is_next(const Place& place) const;

  const std::size_t lanes_, most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<int> free_;
  std::vector<bool> gives_way_;       // by lane
  std::vector<std::string> holders_;  // by lane: the user's name, empty for a free one
  std::map<Place, const LaneUser*> waiting_;
  int giving_way_ = 0;
  std::uint64_t arrivals_ = 0, refused_ = 0;
  const Stopwatch clock_;
};

}  // namespace quadrille::server
