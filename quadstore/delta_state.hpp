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
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "quadstore/delta_level.hpp"
#include "quadstore/graph_kinds.hpp"
#include "quadstore/hidden_rows.hpp"

namespace quadrille {

class DeltaState {
 public:
  // One more level of a shard, merged with the newest ones where that is due (levels_to_merge). nullptr: no change.
  // When memory ends (what the resource throws) the state is as it was.
  void add(ShardId shard, DeltaLevelPtr level, std::pmr::memory_resource& memory);

  // Forgets all changes of these graphs: they have been cleared, and what is added from now on stands on empty runs. A
  // level that has changes of other graphs too is copied without theirs. When memory ends the state is as it was.
  void clear(GraphKinds graphs, std::pmr::memory_resource& memory);

  // The same for some named graphs, which ascend, in one shard: forgets their changes and hides their rows of the base.
  void hide(ShardId shard, std::span<const Huri> graphs, const RunOf& base, std::pmr::memory_resource& memory);

  // What readers see of a shard; good while this state, or one that shares the levels, lives.
  LevelList levels(ShardId shard) const;

  std::vector<ShardId> changed_shards() const;  // ascending
  // Rows, on their subject's side and on their object's, hidden ones too.
  std::uint64_t changes() const;
  std::size_t size_bytes() const;

 private:
  struct Shard {
    std::vector<DeltaLevelPtr> levels;  // the oldest first
    HiddenRowsPtr hidden;

    bool empty() const { return levels.empty() && !hidden; }
  };
  void keep(ShardId shard, Shard its);

  std::map<ShardId, Shard> shards_;  // only those with something
};

}  // namespace quadrille
