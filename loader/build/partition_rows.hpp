#pragma once

// Orders the rows of one image by shard; the owners of the shards read them in place:
//
//   rows    | of shard 0 | of shard 1 | ... |
//   starts  0            a            b     rows.size()          shards + 1 numbers

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "loader/build/row_log.hpp"
#include "loader/build/sharded_work.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

// In shared memory.
template <int kColumns>
struct ShardedRows {
  std::span<Row<kColumns>> rows;
  std::span<const std::uint64_t> starts;

  std::span<Row<kColumns>> of(ShardId shard) const {
    return rows.subspan(starts[index(shard)], starts[index(shard) + 1] - starts[index(shard)]);
  }
};

// Local. for_each_chunk(visit) calls visit(span of rows); two calls visit the same rows. shard_of_row(row) returns the
// row's shard. The order within a shard is kept. Cost: two passes. Memory: a copy of the rows, in the arena.
template <int kColumns, class ForEachChunk, class ShardOfRow>
ShardedRows<kColumns> partition_rows(std::uint64_t size, std::uint32_t shards, pgas::QueryArena& arena,
                                     const ForEachChunk& for_each_chunk, const ShardOfRow& shard_of_row) {
  const std::span<std::uint64_t> starts = arena.make_span<std::uint64_t>(shards + 1);
  std::fill(starts.begin(), starts.end(), 0);
  for_each_chunk([&](auto rows) {
    for (const Row<kColumns>& row : rows) ++starts[index(shard_of_row(row)) + 1];
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());

  const std::span<Row<kColumns>> sharded = arena.make_span<Row<kColumns>>(size);
  std::vector<Row<kColumns>*> next;
  for (std::uint32_t shard = 0; shard < shards; ++shard) next.push_back(sharded.data() + starts[shard]);
  for_each_chunk([&](auto rows) {
    for (const Row<kColumns>& row : rows) *next[index(shard_of_row(row))]++ = row;
  });
  return {sharded, starts};
}

// Local. The same for a log, which is cleared.
template <int kColumns, class ShardOfRow>
ShardedRows<kColumns> partition_log(ShardedWork& work, RowLog<kColumns>& log, pgas::QueryArena& arena,
                                    const ShardOfRow& shard_of_row) {
  const auto for_each_chunk = [&](const auto& visit) {
    log.for_each_chunk([&](std::span<Row<kColumns>> rows) {
      visit(rows);
      work.pulse(0);
    });
  };
  const auto sharded = partition_rows<kColumns>(log.size(), work.shards(), arena, for_each_chunk, shard_of_row);
  log.clear();
  return sharded;
}

}  // namespace quadrille
