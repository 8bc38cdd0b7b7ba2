#pragma once

// SpilledRows keeps rows on disk by shard: they are appended in any order and read back shard by shard. Local; one
// thread. Memory: a buffer for each shard, 8 MB in all or a few KB a shard.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "loader/build/partition_rows.hpp"
#include "loader/build/spill/spill_file.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

template <int kColumns>
class SpilledRows {
 public:
  // `file` outlives this; others may write to it too.
  SpilledRows(SpillFile& file, std::uint32_t shards)
      : file_(file),
        shards_(shards),
        buffer_rows_(std::clamp(kBufferBytes / shards, kLeastBytes, kMostBytes) / sizeof(Row<kColumns>)) {}

  void append(ShardId shard, const Row<kColumns>& row) {
    Shard& its = shards_[index(shard)];
    its.buffer.push_back(row);
    ++its.rows;
    if (its.buffer.size() >= buffer_rows_) write(its);
  }

  // Writes all appended rows to disk and frees the buffers.
  void flush() {
    for (Shard& shard : shards_) {
      if (!shard.buffer.empty()) write(shard);
      shard.buffer = std::vector<Row<kColumns>>();  // an assignment of {} would keep the memory
    }
  }

  // This and the following functions are called after flush().
  std::uint64_t rows(ShardId shard) const { return shards_[index(shard)].rows; }
  std::uint64_t rows() const {
    std::uint64_t all = 0;
    for (const Shard& shard : shards_) all += shard.rows;
    return all;
  }

  // Loads the rows of these shards, which ascend, into memory; the other shards of the result are empty.
  ShardedRows<kColumns> load(std::span<const ShardId> wanted, pgas::QueryArena& arena) const {
    const std::span<std::uint64_t> starts = arena.make_span<std::uint64_t>(shards_.size() + 1);
    std::fill(starts.begin(), starts.end(), 0);
    for (const ShardId shard : wanted) starts[index(shard) + 1] = rows(shard);
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    const std::span<Row<kColumns>> rows = arena.make_span<Row<kColumns>>(starts.back());
    for (const ShardId shard : wanted) read(shards_[index(shard)], rows.subspan(starts[index(shard)]));
    return {rows, starts};
  }

 private:
  static constexpr std::size_t kBufferBytes = 8 << 20, kLeastBytes = 4 << 10, kMostBytes = 256 << 10;

  struct Shard {
    std::vector<Row<kColumns>> buffer;
    std::vector<RowExtent> extents;
    std::uint64_t rows = 0;
  };

  void write(Shard& shard) {
    shard.extents.push_back({file_.append(std::as_bytes(std::span(shard.buffer))), shard.buffer.size()});
    shard.buffer.clear();
  }
  void read(const Shard& shard, std::span<Row<kColumns>> to) const {
    for (const RowExtent& extent : shard.extents) {
      file_.read(extent.offset, std::as_writable_bytes(to.first(extent.rows)));
      to = to.subspan(extent.rows);
    }
  }

  SpillFile& file_;
  std::vector<Shard> shards_;
  const std::size_t buffer_rows_;
};

}  // namespace quadrille
