#pragma once

// A Generation is an opened base: the manifest of a database folder, the mapped files of the shards, statistics and
// heavy objects. Immutable; any number of threads may call const functions.
//
// With a base address the manifest alone determines the address of every file (shard after shard, each at a multiple
// of 2 MiB), so it is the same in every process of a group, whichever shards a process opens. mapped_bytes() returns
// the room that this takes. The dictionary maps the vocabulary's files (manifest().files_of(file_role::kVocabulary)).
//
// Opening reads the manifest, the small tables, and the headers and block tables of the runs, about 0.45 bytes a quad,
// and verifies them.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/cache_registry.hpp"
#include "base/ids.hpp"
#include "quadstore/adjacency_index.hpp"
#include "quadstore/class_bitmaps.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/row_tables.hpp"
#include "quadstore/shard_file.hpp"

namespace quadrille {

struct GenerationOptions {
  std::uintptr_t base_address = 0;             // a multiple of kMappingAlignment; 0: wherever the system puts the files
  std::optional<std::vector<ShardId>> shards;  // only these are opened; all if not given
  CacheRegistry* caches = nullptr;             // shares their memory with others; nullptr: each has what it wants
};

class Generation {
 public:
  // Local. Fails with ErrorKind::user if there is no database in `folder`, with ErrorKind::io if it cannot be used.
  static Generation open(const std::filesystem::path& folder, const GenerationOptions& options = {});

  const Manifest& manifest() const { return manifest_; }
  // The numbers of rows that a view shows.
  const Statistics& statistics(View view = View::all) const { return tables_.of(view).statistics; }
  const HeavyObjects& heavy_objects(View view = View::all) const { return tables_.of(view).heavy; }
  const ViewTables& tables() const { return tables_; }
  // The view `all` if this one shows all rows, too; else the view itself. Caches that are kept by view use it.
  View distinct(View view) const { return tables_.distinct(view); }
  const std::filesystem::path& folder() const { return folder_; }
  std::uint32_t shards() const { return manifest_.shards; }

  // True if a shard, or every shard, has been opened here. An image of a job of several groups opens those of its
  // group.
  bool is_open(ShardId shard) const { return index(shard) < files_.size() && files_[index(shard)].has_value(); }
  bool is_whole() const { return is_whole_; }

  // The run of an opened shard; calling it for another shard is a bug.
  const RunView& run(Permutation permutation, ShardId shard) const;

  // The only shard that can hold rows with this prefix; nullopt if any shard may: the sharding column is not bound, or
  // holds a heavy object.
  std::optional<ShardId> only_shard(Permutation permutation, const QuadPrefix& prefix) const;

  // The shard of a row in `permutation`.
  ShardId shard_of_row(Permutation permutation, const Quad& quad) const;

  // Class bitmaps, kept as long as the generation is open: for the base, if it is whole.
  ClassBitmaps& class_bitmaps() const { return *class_bitmaps_; }
  // Adjacency indexes, likewise; for opened shards.
  AdjacencyCache& adjacency_index() const { return *adjacency_index_; }

  // The room that the shards' files take from the base address on.
  static std::uint64_t mapped_bytes(const Manifest& manifest);

  // Reads one opened shard and verifies checksums, order, and that every row belongs there.
  void check(ShardId shard) const;

  // Verifies every file of the manifest against its checksum there, then all opened shards, then the numbers of quads.
  void check() const;

 private:
  Generation() = default;
  void read_tables();

  std::filesystem::path folder_;
  Manifest manifest_;
  ViewTables tables_;
  std::vector<std::optional<ShardFile>> files_;  // by shard
  bool is_whole_ = false;                        // all are there
  std::unique_ptr<ClassBitmaps> class_bitmaps_;
  std::unique_ptr<AdjacencyCache> adjacency_index_;
};

// The number of rows in all permutations together.
std::uint64_t rows_of_permutations(const Manifest& manifest);

// Writes the tables of a view of a generation. Returns the files for the manifest.
std::array<ManifestFile, 2> write_tables(const std::filesystem::path& folder, std::uint64_t generation, View view,
                                         const RowTables& tables);

}  // namespace quadrille
