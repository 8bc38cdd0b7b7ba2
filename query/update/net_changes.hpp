#pragma once

// net_changes() sums up what a snapshot's levels change in the stated quads of its base: a quad that was inserted and
// deleted again is in neither list. Graphs that are hidden in the base are cleared, and all quads that they have now
// are inserted.

#include "quadstore/snapshot.hpp"
#include "query/table/shard_span.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Local. For these shards, which are open here; in OwnerOrder. Memory: twice the changes.
QuadChanges net_changes(const Snapshot& snapshot, ShardSpan shards);

}  // namespace quadrille::query
