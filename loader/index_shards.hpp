#pragma once

// Index (CGE21 6.2): the rows of all images -> the shards' files.
//
//   rows of an image --by subject--> its rows in shard order --by object, heavy ones by subject--> once more
//   owner of a shard: gathers its rows from all images (row_exchange.hpp) -> sorts, removes duplicates -> ten runs, one
//   file
//
// Memory an image, beside the log, which goes after the first partition: its rows twice (48 bytes a triple), and the
// rows of one shard twice, with scratch.

#include <vector>

#include "loader/build_context.hpp"
#include "loader/row_log.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

struct IndexedShards {
  std::uint64_t default_quads = 0, named_quads = 0;  // of all images, duplicates removed
  Statistics statistics;                             // of all images
  HeavyObjects heavy;                                // of all images, with exact numbers of rows
  std::vector<ManifestFile> files;                   // that this image has written
};

// Collective. Clears the log. On return nobody reads `arena` of another image any more.
IndexedShards index_shards(BuildContext& context, QuadLog& log, pgas::QueryArena& arena,
                           const std::filesystem::path& folder, std::uint64_t generation);

}  // namespace quadrille
