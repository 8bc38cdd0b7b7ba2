#pragma once

// Renumbers the rows of a snapshot and builds the shards of the next generation from them, as a build does
// (loader/build/index_shards.hpp).
//
//   this image's old shards -> rows with new HURIs -> logs of the rows in this pass -> ShardIndexer
//
// Memory of an image: that of a build's Index for its rows (about 72 bytes a triple, 96 a quad of a named graph), and
// one shard. With less memory there are several passes: each reads all rows and keeps those of its shards.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "loader/build/index_shards.hpp"
#include "loader/compaction/rebuild_work.hpp"
#include "loader/compaction/renumbering.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

// Collective. memory_bytes: limit for the rows on this image; a pass has at least one shard of every image, even if
// that exceeds the limit. `rows`: empty; holds the arena of a pass, which must outlive Team::run. The files are synced.
IndexedShards rebuild_shards(RebuildWork& work, const Snapshot& snapshot, const Renumbering& renumbering,
                             std::size_t memory_bytes, std::optional<pgas::QueryArena>& rows,
                             const std::filesystem::path& folder, std::uint64_t generation);

}  // namespace quadrille
