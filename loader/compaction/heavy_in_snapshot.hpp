#pragma once

// Finds the heavy objects of a snapshot (quadstore/heavy_objects.hpp) with exact counts: the same objects that a build
// of its quads finds (loader/build/find_heavy_objects.hpp). It reads the object's side of each shard in order of
// objects, so all rows of an object follow each other; only objects that were heavy in the base are spread over several
// shards.

#include <span>
#include <vector>

#include "base/ids.hpp"
#include "loader/build/sharded_work.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// Collective. `shards`: this image's. Returns ascending HURIs of the snapshot's generation; the same on all images.
// Cost: one column of every row.
std::vector<Huri> heavy_objects_of(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards);

}  // namespace quadrille
