#pragma once

// RebuildWork is the work of a rebuild beside queries and updates; its pulse keeps to the given pace.

#include <cstdint>

#include "loader/build/sharded_work.hpp"
#include "loader/compaction/pace.hpp"

namespace quadrille {

constexpr std::uint64_t kPulseTerms = 1 << 12;  // terms between two pulses

class RebuildWork final : public ShardedWork {
 public:
  // `options` outlives this.
  RebuildWork(pgas::Team& team, std::uint32_t shards, const CompactionOptions& options)
      : ShardedWork(team, shards), pace_(team, options) {}

  // Local. Throws ErrorKind::cancelled, or pgas::TeamFailed.
  void pulse(std::uint64_t, std::uint64_t = 0) override { pace_.pass(); }

 private:
  Pace pace_;
};

}  // namespace quadrille
