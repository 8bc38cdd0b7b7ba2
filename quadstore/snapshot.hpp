#pragma once

// What a query sees: one state of the data, from its start to its end. For now a snapshot is a generation's base; delta
// runs of updates join it behind the same face.
//
// Local: any thread of any image of the group may read any shard.

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

  std::uint32_t shards() const { return generation_->shards(); }
  const RunView& run(Permutation permutation, ShardId shard) const { return generation_->run(permutation, shard); }
  const HeavyObjects& heavy_objects() const { return generation_->heavy_objects(); }
  const Statistics& statistics() const { return generation_->statistics(); }

 private:
  const Generation* generation_;
};

}  // namespace quadrille
