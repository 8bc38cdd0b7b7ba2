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

}  // namespace quadrille
