#pragma once

// ShardedWork is a team's work on all shards of a database and on the ranges of its vocabulary. The steps of a build
// and those of a rebuild (compaction/) share it. It assigns shards to images, and has a pulse, which the steps call
// every few milliseconds. The pulse ends the step if the user has stopped the work or another image has failed;
// depending on the kind of work it also shows progress or slows the work down.
//
// All functions are local.

#include <cstdint>

#include "pgas/heap.hpp"
#include "pgas/team.hpp"

namespace quadrille {

class ShardedWork {
 public:
  ShardedWork(pgas::Team& team, std::uint32_t shards) : team_(team), shards_(shards) {}
  virtual ~ShardedWork() = default;
  ShardedWork(const ShardedWork&) = delete;
  ShardedWork& operator=(const ShardedWork&) = delete;

  pgas::Team& team() { return team_; }
  pgas::Heap& heap() { return team_.heap(); }
  std::uint32_t shards() const { return shards_; }

  // The member that owns a shard, or a range of the vocabulary. Each member owns consecutive ones.
  int member_of_shard(std::uint32_t shard) const;
  std::uint32_t first_shard(int member) const;
  std::uint32_t first_shard() const { return first_shard(team_.rank()); }
  std::uint32_t end_shard() const { return first_shard(team_.rank() + 1); }
  std::uint32_t most_shards() const;  // the maximum over the images

  // Counts `items` and `quads` as done. Throws ErrorKind::cancelled, or pgas::TeamFailed.
  virtual void pulse(std::uint64_t items, std::uint64_t quads = 0) = 0;

 protected:
  // On all images, before member_of_shard() is used.
  void set_shards(std::uint32_t shards) { shards_ = shards; }

 private:
  pgas::Team& team_;
  std::uint32_t shards_;
};

}  // namespace quadrille
