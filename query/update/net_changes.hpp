#pragma once

// What a snapshot's levels change in its base, summed up: a quad that was inserted and deleted again is in neither
// list. Where graphs of the base are hidden they are cleared, and all that they hold is inserted.

#include "quadstore/snapshot.hpp"
#include "query/table/shard_span.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Local. Of these shards, which are open here; in OwnerOrder. Memory: the changes, twice.
QuadChanges net_changes(const Snapshot& snapshot, ShardSpan shards);

}  // namespace quadrille::query
