#pragma once

// The pulse of a rebuild: it goes on beside queries and updates, so it takes no more than its share of the time, and
// ends when it is told to.

#include <functional>

#include "base/clock.hpp"
#include "loader/sharded_work.hpp"

namespace quadrille {

class RebuildWork final : public ShardedWork {
 public:
  // share: of the time, above 0, at most 1; it sleeps for the rest. cancelled: looked at every few milliseconds; may be
  // empty.
  RebuildWork(pgas::Team& team, std::uint32_t shards, double share, std::function<bool()> cancelled);

  // Local. Throws ErrorKind::cancelled, or pgas::TeamFailed.
  void pulse(std::uint64_t items, std::uint64_t quads = 0) override;

 private:
  void rest();

  const double share_;
  const std::function<bool()> cancelled_;
  Stopwatch since_rest_;
};

}  // namespace quadrille
