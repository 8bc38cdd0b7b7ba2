#pragma once

// An opened base: the manifest of a database folder, the shards' files mapped, statistics and heavy objects. Immutable;
// all const functions may be called by many threads.
//
// With a base address every file lies at an address that follows from the manifest alone (shard after shard, each at a
// multiple of 2 MiB), the same in every process of a group, whichever shards a process opens. mapped_bytes() says how
// much room that takes; the vocabulary's files are mapped by the dictionary
// (manifest().files_of(file_role::kVocabulary)).
//
// Opening reads the manifest, the small tables and the headers of the runs; nothing else, whatever the size.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "quadstore/adjacency_index.hpp"
#include "quadstore/class_bitmaps.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/shard_file.hpp"
#include "quadstore/statistics.hpp"

namespace quadrille {

struct GenerationOptions {
  std::uintptr_t base_address = 0;             // a multiple of kMappingAlignment; 0: wherever the system puts the files
  std::optional<std::vector<ShardId>> shards;  // only these are opened; all if not given
};

class Generation {
 public:
  // Local. Fails with ErrorKind::user if there is no database in `folder`, with ErrorKind::io if it cannot be used.
  static Generation open(const std::filesystem::path& folder, const GenerationOptions& options = {});

  const Manifest& manifest() const { return manifest_; }
  const Statistics& statistics() const { return statistics_; }
  const HeavyObjects& heavy_objects() const { return heavy_; }
  const std::filesystem::path& folder() const { return folder_; }
  std::uint32_t shards() const { return manifest_.shards; }

  // Whether a shard, or all of them, have been opened here. An image of a job of several groups opens those of its
  // group.
  bool is_open(ShardId shard) const { return index(shard) < files_.size() && files_[index(shard)].has_value(); }
  bool is_whole() const { return is_whole_; }

  // The run of an opened shard; asking for another one is a bug.
  const RunView& run(Permutation permutation, ShardId shard) const;

  // How many rows of these (opened) shards begin with `prefix`: exact, one search a shard.
  std::uint64_t count(Permutation permutation, const QuadPrefix& prefix, std::span<const ShardId> shards) const;

  // The one shard that can hold rows with this prefix; nothing if it may be any: the sharding column is not bound, or
  // holds a heavy object.
  std::optional<ShardId> only_shard(Permutation permutation, const QuadPrefix& prefix) const;

  // Where a row lies in `permutation`.
  ShardId shard_of_row(Permutation permutation, const Quad& quad) const;

  // Sets of keys that have been asked for often, kept as long as the generation is open: of the base, if it is whole.
  ClassBitmaps& class_bitmaps() const { return *class_bitmaps_; }
  // Likewise values that keys lead to; of opened shards.
  AdjacencyCache& adjacency_index() const { return *adjacency_index_; }

  // The room that the shards' files take from the base address on.
  static std::uint64_t mapped_bytes(const Manifest& manifest);

  // Reads and verifies one opened shard: checksums, order, and that every row belongs there.
  void check(ShardId shard) const;

  // Verifies every file of the manifest against its checksum there, then all opened shards, then the numbers of quads.
  void check() const;

 private:
  Generation() = default;

  std::filesystem::path folder_;
  Manifest manifest_;
  Statistics statistics_;
  HeavyObjects heavy_;
  std::vector<std::optional<ShardFile>> files_;  // by shard
  bool is_whole_ = false;                        // all are there
  std::unique_ptr<ClassBitmaps> class_bitmaps_;
  std::unique_ptr<AdjacencyCache> adjacency_index_;
};

// The small tables of a generation. The files that were written, as the manifest wants them.
ManifestFile write_statistics(const std::filesystem::path& folder, std::uint64_t generation,
                              const Statistics& statistics);
ManifestFile write_heavy_objects(const std::filesystem::path& folder, std::uint64_t generation,
                                 const HeavyObjects& heavy);

}  // namespace quadrille
