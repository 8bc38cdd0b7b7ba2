#pragma once

// Which objects of a snapshot are heavy (quadstore/heavy_objects.hpp), counted exactly: the same that a build of its
// quads finds (loader/build/find_heavy_objects.hpp). The object's side of each shard is read in order of objects, where
// all rows of an object follow each other; only those that were heavy in the base are spread over the shards.

#include <span>
#include <vector>

#include "base/ids.hpp"
#include "loader/build/sharded_work.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// Collective. `shards`: this image's. Ascending, HURIs of the snapshot's generation; the same on all images.
// Cost: one column of every row.
std::vector<Huri> heavy_objects_of(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards);

}  // namespace quadrille
