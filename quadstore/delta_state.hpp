#pragma once

// A DeltaState holds the levels of an image's own shards at one version; their owner keeps it. A state is a value: the
// next one shares all levels that a commit has not changed. A level is freed with the last state that has it, so
// dropping states of old versions frees everything that no pinned version needs.
//
//   state v     shard 3: [A][B]     shard 4: [C]
//   state v+1   shard 3: [A][B+D]   shard 4: [C]        A and C are shared; B goes with state v
//
// Only in the owner's process; other processes get the lists, which are plain pointers. Local.

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
  // Adds a level to a shard and merges it with the newest ones if necessary (levels_to_merge). nullptr: no change. If
  // the memory resource throws, the state is unchanged.
  void add(ShardId shard, DeltaLevelPtr level, std::pmr::memory_resource& memory);

  // Removes all changes of these graphs, which have been cleared; later additions refer to empty runs. A level that
  // also has changes of other graphs is copied without theirs. If the memory resource throws, the state is unchanged.
  void clear(GraphKinds graphs, std::pmr::memory_resource& memory);

  // The same for some named graphs, which ascend, in one shard: removes their changes and hides their rows of the
  // base.
  void hide(ShardId shard, std::span<const Huri> graphs, const RunOf& base, std::pmr::memory_resource& memory);

  // The levels of a shard for readers; valid while this state, or one that shares the levels, lives.
  LevelList levels(ShardId shard) const;

  std::vector<ShardId> changed_shards() const;  // ascending
  // Number of changed rows, on their subject's side and on their object's, including hidden ones.
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
