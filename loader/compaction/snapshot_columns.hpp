#pragma once

// The rows of a snapshot in one order, shard by shard, a batch of columns at a time.
//
//   SnapshotColumns columns(snapshot, Permutation::spo, shards);
//   while (columns.next()) use(columns[ColumnIndex{0}]);
//
// The shards are open here. Local. Cost: 1-2 ns a row and column that is read. Valid as long as the snapshot.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "quadstore/merged_batch.hpp"
#include "quadstore/snapshot.hpp"

namespace quadrille {

class SnapshotColumns {
 public:
  static constexpr std::uint64_t kBatchRows = 8192;

  SnapshotColumns(const Snapshot& snapshot, Permutation permutation, std::span<const ShardId> shards)
      : snapshot_(snapshot), permutation_(permutation), shards_(shards) {}

  // Goes to the next rows, all of one shard. False: there are none left.
  bool next();

  std::size_t size() const { return batch_.size(); }
  // Reads a column; it may be changed, and is good until the next next().
  std::span<Huri> operator[](ColumnIndex column);

 private:
  const Snapshot& snapshot_;
  const Permutation permutation_;
  std::span<const ShardId> shards_;  // still to be begun
  MergedRows rest_;                  // of the one before
  MergedBatch batch_;
  std::array<std::vector<Huri>, kMaxColumns> values_;
};

}  // namespace quadrille
