#pragma once

// The QueryLanes run long queries on all images: image 0 takes a lane that is free, posts the command to the lane's
// mailbox, and does its own share in the lane's thread, at low priority. All databases of a server share them.
//
// One object on image 0; the other images run LaneWorkers.

#include <functional>
#include <memory>
#include <vector>

#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "server/engine/lane_pool.hpp"
#include "server/engine/lane_thread.hpp"
#include "server/engine/lane_traffic.hpp"

namespace quadrille::server {

class QueryLanes {
 public:
  // Of a query that wants a lane.
  struct Wish {
    double expected_seconds = 0;
    const Deadline& deadline;
    const std::function<bool()>& cancelled;
    const LaneUser& user;
    // Called with the lane that it holds, and with -1 when it no longer holds one. May be empty.
    const std::function<void(int)>& told;
  };

  // Collective with LaneWorkers: makes a mailbox for each lane.
  QueryLanes(pgas::Job& job, LaneTraffic& traffic, std::size_t most_waiting);
  // Ends the other images' LaneWorkers. Needs that no query is running.
  ~QueryLanes();
  QueryLanes(const QueryLanes&) = delete;
  QueryLanes& operator=(const QueryLanes&) = delete;

  // Waits for a lane and calls work(its number) in its thread; `begins` before, when it has the lane. Passes on the
  // exceptions of `work` and those of LanePool::take().
  void run(const Wish& wish, const std::function<void()>& begins, const std::function<void(int)>& work);
  // For `work`.
  pgas::Mailbox& mailbox(int lane) { return *mailboxes_[static_cast<std::size_t>(lane)]; }
  bool is_wanted(int lane) { return pool_.is_wanted(lane); }

  LanePool::Load load() const { return pool_.load(); }
  void set_most_waiting(std::size_t most_waiting) { pool_.set_most_waiting(most_waiting); }

 private:
  pgas::Job& job_;
  LaneTraffic& traffic_;
  std::vector<std::unique_ptr<pgas::Mailbox>> mailboxes_;  // by lane
  LanePool pool_;
  std::vector<std::unique_ptr<LaneThread>> threads_;  // by lane
};

}  // namespace quadrille::server
