#pragma once

// What a query sees: one state of the data, from its start to its end. For now a snapshot is a generation's base; delta
// runs of updates join it behind the same face.
//
// Local: any thread may read the shards that are open here. In a job of one group these are all; in one of several they
// are the shards of the group's own images, and what lies in others is asked of their owners. Operators look at
// is_whole() for which of the two it is: it is the same on all images.

#include <cstdint>

#include "base/ids.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/run.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

class Snapshot {
 public:
  // The generation outlives the snapshot.
  explicit Snapshot(const Generation& generation) : generation_(&generation) {}

  bool is_whole() const { return generation_->is_whole(); }
  bool is_open(ShardId shard) const { return generation_->is_open(shard); }
  std::uint32_t shards() const { return generation_->shards(); }
  const RunView& run(Permutation permutation, ShardId shard) const { return generation_->run(permutation, shard); }
  const HeavyObjects& heavy_objects() const { return generation_->heavy_objects(); }
  const Statistics& statistics() const { return generation_->statistics(); }

 private:
  const Generation* generation_;
};

}  // namespace quadrille
