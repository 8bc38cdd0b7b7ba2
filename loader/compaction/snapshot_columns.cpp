#include "loader/compaction/snapshot_columns.hpp"

#include <algorithm>

namespace quadrille {

bool SnapshotColumns::next() {
  while (rest_.empty()) {
    if (shards_.empty()) return false;
    rest_ = snapshot_.run(permutation_, shards_.front()).find({});
    shards_ = shards_.subspan(1);
  }
  batch_.take(rest_, std::min(rest_.size(), kBatchRows));
  return true;
}

std::span<Huri> SnapshotColumns::operator[](ColumnIndex column) {
  std::vector<Huri>& values = values_[static_cast<std::size_t>(index(column))];
  values.resize(batch_.size());
  batch_.read(column, values);
  return values;
}

std::uint64_t rows_of(const Snapshot& snapshot, std::span<const ShardId> shards) {
  std::uint64_t rows = 0;
  for (const ShardId shard : shards) {
    rows += snapshot.run(Permutation::spo, shard).rows() + snapshot.run(Permutation::spog, shard).rows();
  }
  return rows;
}

}  // namespace quadrille
