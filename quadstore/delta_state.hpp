#pragma once

// The levels of an image's own shards at one version, as their owner keeps them. A state is a value: the next one
// shares all levels that a commit has not touched. A level goes when the last state that has it does, so who drops
// states of old versions frees what no pinned version needs.
//
//   state v     shard 3: [A][B]     shard 4: [C]
//   state v+1   shard 3: [A][B+D]   shard 4: [C]        A and C are shared; B goes with state v
//
// In the owner's process only; others get the lists, plain pointers. Local.

#include <cstdint>
#include <map>
#include <memory_resource>
#include <vector>

#include "base/ids.hpp"
#include "quadstore/delta_level.hpp"
#include "quadstore/graph_kinds.hpp"

namespace quadrille {

class DeltaState {
 public:
  // One more level of a shard, merged with the newest ones where that is due (levels_to_merge). nullptr: no change.
  // When memory ends (what the resource throws) the state is as it was.
  void add(ShardId shard, DeltaLevelPtr level, std::pmr::memory_resource& memory);

  // Forgets all changes of these graphs: they have been cleared, and what is added from now on stands on empty runs. A
  // level that has changes of other graphs too is copied without theirs. When memory ends the state is as it was.
  void clear(GraphKinds graphs, std::pmr::memory_resource& memory);

  // What readers see of a shard; good while this state, or one that shares the levels, lives.
  LevelList levels(ShardId shard) const;

  std::vector<ShardId> changed_shards() const;  // ascending
  std::uint64_t changes() const;                // rows, on their subject's side and on their object's
  std::size_t size_bytes() const;

 private:
  std::map<ShardId, std::vector<DeltaLevelPtr>> shards_;  // the oldest level first; only shards with some
};

}  // namespace quadrille
