#pragma once

// The LaneTraffic shows what the lanes of this image have sent to other groups. The counters of a team belong to the
// thread that uses its lane; it publishes them here between two commands, and any thread reads the sum.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "pgas/team.hpp"
#include "server/engine/lanes.hpp"

namespace quadrille::server {

class LaneTraffic {
 public:
  struct Sum {
    std::uint64_t messages = 0, bytes = 0;
  };

  // By the thread that uses the lane of this team of all images.
  void publish(const pgas::Team& team) {
    Cell& cell = cells_[static_cast<std::size_t>(team.lane())];
    cell.messages.store(team.counters().messages, std::memory_order_relaxed);
    cell.bytes.store(team.counters().sent_bytes, std::memory_order_relaxed);
  }
  Sum sum() const {
    Sum sum;
    for (const Cell& cell : cells_) {
      sum.messages += cell.messages.load(std::memory_order_relaxed);
      sum.bytes += cell.bytes.load(std::memory_order_relaxed);
    }
    return sum;
  }

  // Publishes at its end, also after an error.
  class AtEnd {
   public:
    AtEnd(LaneTraffic& traffic, const pgas::Team& team) : traffic_(traffic), team_(team) {}
    ~AtEnd() { traffic_.publish(team_); }
    AtEnd(const AtEnd&) = delete;
    AtEnd& operator=(const AtEnd&) = delete;

   private:
    LaneTraffic& traffic_;
    const pgas::Team& team_;
  };

 private:
  struct Cell {
    std::atomic<std::uint64_t> messages = 0, bytes = 0;
  };
  std::array<Cell, kServeLanes> cells_;
};

}  // namespace quadrille::server
