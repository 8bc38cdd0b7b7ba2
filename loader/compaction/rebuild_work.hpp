#pragma once

// RebuildWork is the work of a rebuild, beside queries and updates. Its pulse keeps to the given pace and reports the
// progress of the step. Its shards are those of the new generation.

#include <cstdint>
#include <string_view>

#include "loader/build/sharded_work.hpp"
#include "loader/compaction/pace.hpp"

namespace quadrille {

constexpr std::uint64_t kPulseTerms = 1 << 12;  // terms between two pulses

class RebuildWork final : public ShardedWork {
 public:
  // `options` outlives this.
  RebuildWork(pgas::Team& team, std::uint32_t shards, const CompactionOptions& options)
      : ShardedWork(team, shards), pace_(team, options) {}

  // Local. From here on pulse() counts the items of this step, of which this image has `items`.
  void begin(std::string_view step, std::uint64_t items) { pace_.begin(step, items); }

  // Local. Throws ErrorKind::cancelled, or pgas::TeamFailed.
  void pulse(std::uint64_t items, std::uint64_t = 0) override { pace_.pass(items); }

 private:
  Pace pace_;
};

}  // namespace quadrille
