#pragma once

// The rows of a snapshot, renumbered, go to the shards of the next generation, which are built as a build does
// (loader/build/index_shards.hpp).
//
//   this image's old shards -> rows in new HURIs -> logs of those of the pass -> ShardIndexer
//
// Memory an image: what a build's Index needs for its rows (about 72 bytes a triple, 96 a quad of a named graph), and
// one shard. With less, in several passes: each reads all rows, and takes those whose new shards are in it.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "loader/build/index_shards.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/compaction/renumbering.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// Collective. memory_bytes: of rows on this image; at least one shard of every image is done at a time, whatever that
// takes. `rows`: empty; holds the arena of a pass, which must outlive Team::run. The files are synced.
IndexedShards rebuild_shards(ShardedWork& work, const Snapshot& snapshot, const Renumbering& renumbering,
                             std::size_t memory_bytes, std::optional<pgas::QueryArena>& rows,
                             const std::filesystem::path& folder, std::uint64_t generation);

}  // namespace quadrille
