#pragma once

// build_shard() performs the index step of a build for one shard: from the rows that the exchange delivered to the runs
// in the shard's file.
//
//   triples by subject  sort -> spo   -> by predicate, stable -> pso
//   triples by object   sort -> ops   -> by predicate, stable -> pos
//   quads by subject    sort -> spog  -> by predicate, stable -> psog  -> by subject, stable (spog) -> by graph -> gspo
//   quads by object     sort -> opsg  -> by predicate, stable -> posg  -> by graph -> gpos
//   triple terms        by subject: sort -> spot -> tspo      by object: sort -> ospt -> by predicate -> post
//
// Rows of triple terms come among the quads.
//
// The marks of rows are in their predicates (inferred_row.hpp); the runs have them as marks.
//
// Memory: the rows themselves, which are sorted in place, the caller's scratch (as many rows as the longest of the
// four lists), and one compressed run at a time. Local; different images or threads build shards in parallel.
// Source: CGE21 6.2 (index step), design page 6.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "quadstore/heavy_objects.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/row_tables.hpp"
#include "quadstore/shard_file.hpp"

namespace quadrille {

// The rows of one shard, in any order, duplicates allowed; build_shard sorts and shortens them. Quads: of named graphs,
// and rows of triple terms. By subject: rows with
// this shard_of(subject); by object: rows with this HeavyObjects::object_shard.
struct ShardRows {
  std::span<TripleRow> triples_by_subject, triples_by_object;
  std::span<QuadRow> quads_by_subject, quads_by_object;
};

// The scratch memory that build_shard needs for these rows.
std::size_t shard_scratch_bytes(const ShardRows& rows);

struct BuiltShard {
  FileSeal seal;
  std::uint64_t default_quads = 0;  // rows of spo: duplicates removed
  std::uint64_t named_quads = 0;    // rows of spog
  std::uint64_t triple_terms = 0;   // rows of spot
  TablesOfViews tables;             // this shard's share
};

// Writes the shard's file at `path`, synced and renamed; its folder exists. `scratch` is 8-byte aligned. Fails with
// ErrorKind::io if the file cannot be written.
BuiltShard build_shard(const std::filesystem::path& path, ShardId shard, std::uint32_t shards, ShardRows rows,
                       std::span<std::byte> scratch, const HeavyObjects& heavy);

}  // namespace quadrille
