#pragma once

// Work that a team does on all shards of a database, and on the ranges of its vocabulary: what the steps of a build and
// those of a rebuild (compaction/) need alike. Whose work a shard is, and a pulse, which whoever works calls every few
// milliseconds: it ends the step when the user has given up or another image has failed, and shows how far it is, or
// slows it down, as the kind of work wants.
//
// Local, all of it.

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

  // Whose work a shard, or a range of the vocabulary, is: each image has consecutive ones.
  int member_of_shard(std::uint32_t shard) const;
  std::uint32_t first_shard(int member) const;
  std::uint32_t first_shard() const { return first_shard(team_.rank()); }
  std::uint32_t end_shard() const { return first_shard(team_.rank() + 1); }
  std::uint32_t most_shards() const;  // that an image has

  // `items` and `quads` more are done. Throws ErrorKind::cancelled, or pgas::TeamFailed.
  virtual void pulse(std::uint64_t items, std::uint64_t quads = 0) = 0;

 protected:
  // On all images, before any shard or range is somebody's work.
  void set_shards(std::uint32_t shards) { shards_ = shards; }

 private:
  pgas::Team& team_;
  std::uint32_t shards_;
};

}  // namespace quadrille
