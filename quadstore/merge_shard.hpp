#pragma once

// merge_shard() folds the levels of a shard into its base: it writes the shard's file again with the rows of a
// snapshot. Shards, heavy objects and HURIs stay, so each of the ten runs is the merged run (merged_run.hpp) of its
// permutation, written from front to back; nothing is sorted.
//
// Memory: one compressed run, briefly a second copy of it at its end (run_builder.hpp), and kMergedRows rows. Cost:
// 0.3 s of a core for a million triples, most of it encoding (LUBM(10), 1 % deleted). Local; the shard is open here.

#include <filesystem>
#include <functional>

#include "quadstore/shard_builder.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

inline constexpr std::size_t kMergedRows = 8192;

// Writes the file at `path`, synced and renamed; its folder exists. `between` is called before every kMergedRows rows,
// and before a run that is copied. It may wait, and its exceptions pass through, with nothing left at the path.
// Fails with ErrorKind::io or storage_full if the file cannot be written, ErrorKind::io if the base is damaged.
BuiltShard merge_shard(const std::filesystem::path& path, const Snapshot& snapshot, ShardId shard,
                       const std::function<void()>& between);

}  // namespace quadrille
