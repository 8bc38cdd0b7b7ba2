#pragma once

// SnapshotColumns reads the rows of a snapshot in one permutation, shard by shard, a batch of columns at a time.
//
//   SnapshotColumns columns(snapshot, Permutation::spo, shards);
//   while (columns.next()) use(columns[ColumnIndex{0}]);
//
// The shards are open on this image. Local. Cost: 1-2 ns for each row and column read. Valid as long as the snapshot.

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

  // Moves to the next rows, all of one shard. Returns false at the end.
  bool next();

  std::size_t size() const { return batch_.size(); }
  // Reads a column. The caller may change it; it is valid until next().
  std::span<Huri> operator[](ColumnIndex column);
  // Reads the marks of the rows.
  void read_marks(std::vector<Marks>& marks) const {
    marks.resize(size());
    batch_.read_marks(marks);
  }

 private:
  const Snapshot& snapshot_;
  const Permutation permutation_;
  std::span<const ShardId> shards_;  // not started
  MergedRows rest_;                  // of the current shard
  MergedBatch batch_;
  std::array<std::vector<Huri>, kMaxColumns> values_;
};

// The number of rows in these shards, of all graphs.
std::uint64_t rows_of(const Snapshot& snapshot, std::span<const ShardId> shards);

}  // namespace quadrille
