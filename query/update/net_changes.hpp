#pragma once

// What a snapshot's levels change in its base, summed up: a quad that was inserted and deleted again is in neither
// list.

#include "quadstore/snapshot.hpp"
#include "query/shard_span.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Local. Of these shards, which are open here; in OwnerOrder. Memory: the changes, twice.
QuadChanges net_changes(const Snapshot& snapshot, ShardSpan shards);

}  // namespace quadrille::query
