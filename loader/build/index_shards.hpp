#pragma once

// Index (CGE21 6.2): the rows of all images -> the shards' files.
//
//   rows of an image --by subject--> its rows in shard order --by object, heavy ones by subject--> once more
//   owner of a shard: gathers its rows from all images (row_exchange.hpp) -> sorts, removes duplicates -> ten runs, one
//   file
//
// Memory of an image, beside the log, which is freed after the first partition: its rows twice (48 bytes a triple), and
// the rows of one shard twice, with scratch. With less memory (a rebuild), the caller indexes some rounds of shards at
// a time:
//
//   ShardIndexer indexer(work, heavy, folder, generation);
//   for (...) indexer.build(sides, rounds, arena);           only the rows of these shards
//   IndexedShards indexed = indexer.finish();

#include <filesystem>
#include <span>
#include <utility>
#include <vector>

#include "loader/build/part_of_work.hpp"
#include "loader/build/partition_rows.hpp"
#include "loader/build/quad_log.hpp"
#include "loader/build/row_exchange.hpp"
#include "loader/build/sharded_work.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/row_tables.hpp"
#include "quadstore/shard_builder.hpp"

namespace quadrille {

// The work of a row, in parts. Measured with LUBM(10): by subject 3 %, heavy objects 13 %, by object 3 %, files 81 %.
inline constexpr std::uint64_t kPartsOfIndex = 20;
inline constexpr std::uint64_t kPartBySubject = 1;
inline constexpr std::uint64_t kPartOfAVisit = 1;  // the heavy objects take two visits, and so does by object
inline constexpr std::uint64_t kPartToBuild = 15;
static_assert(kPartBySubject + 4 * kPartOfAVisit + kPartToBuild == kPartsOfIndex);

struct IndexedShards {
  std::uint64_t default_quads = 0, named_quads = 0;  // of all images, duplicates removed
  std::uint64_t inferred_quads = 0;                  // of these, the ones that follow by rules alone
  std::vector<std::pair<View, RowTables>> tables;    // of all images; of each view that has tables
  std::vector<ManifestFile> files;                   // that this image has written
};

// This image's rows in shared memory, ordered by shard.
struct ShardSides {
  ShardedRows<3> triples_by_subject, triples_by_object;
  ShardedRows<4> quads_by_subject, quads_by_object;
};

class ShardIndexer {
 public:
  // Local. heavy: the objects alone; the same on all images.
  ShardIndexer(ShardedWork& work, HeavyObjects heavy, std::filesystem::path folder, std::uint64_t generation);

  // Collective. Builds the shards of these rounds; `sides` has this image's rows of them. On return no other image
  // reads this image's `arena` any more.
  void build(const ShardSides& sides, ShardRounds rounds, pgas::QueryArena& arena);

  // Collective.
  IndexedShards finish();

 private:
  void build_one(std::uint32_t shard, const ShardRows& rows, pgas::QueryArena& arena);

  ShardedWork& work_;
  PartOfWork building_;
  const HeavyObjects heavy_;
  const std::filesystem::path folder_;
  const std::uint64_t generation_;
  IndexedShards indexed_;  // of this image
  TablesOfViews tables_;   // likewise
};

// Collective. Sums the shares of all images, and makes the tables of the view `all`, which comes first, and of each
// view that hides rows. `known`: as for make_tables(). The same result on all images.
std::vector<std::pair<View, RowTables>> gather_tables(pgas::Team& team, const TablesOfViews& mine,
                                                      std::span<const HeavyEntry> known = {});

// Local. Writes the tables of all views; appends their files.
void write_all_tables(const std::filesystem::path& folder, std::uint64_t generation,
                      std::span<const std::pair<View, RowTables>> tables, std::vector<ManifestFile>& files);

// Collective. Builds all shards; the pulse counts the rows of all images together. Clears the log. On return no other
// image reads this image's `arena` any more.
IndexedShards index_shards(ShardedWork& work, QuadLog& log, pgas::QueryArena& arena,
                           const std::filesystem::path& folder, std::uint64_t generation);

}  // namespace quadrille
