#include "query/key_order.hpp"

#include <algorithm>
#include <functional>

#include "base/sort_stretches.hpp"

namespace quadrille::query {

void KeyOrder::arrange(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row, std::uint32_t shards) {
  ends_.assign(shards, 0);
  std::size_t rows = 0;
  for (const std::uint32_t shard : shard_of_row) {
    if (shard == kNowhere) continue;
    ++ends_[shard];
    ++rows;
  }
  stretches_.clear();
  std::uint32_t end = 0;
  for (std::uint32_t shard = 0; shard < shards; ++shard) {
    const std::uint32_t begin = end;
    end += ends_[shard];
    ends_[shard] = begin;  // filled below
    if (end > begin) stretches_.push_back({shard, begin, end});
  }
  sorted_.resize(rows);
  for (std::uint32_t row = 0; row < keys.size(); ++row) {
    if (shard_of_row[row] != kNowhere) sorted_[ends_[shard_of_row[row]]++] = {keys[row], row};
  }
  rows_.resize(rows);
  keys_.resize(rows);
  for (const Stretch& stretch : stretches_) {
    sort_stretches(sorted_.begin() + stretch.begin, sorted_.begin() + stretch.end, std::less<>());
  }
  for (std::size_t place = 0; place < rows; ++place) {
    rows_[place] = sorted_[place].row;
    keys_[place] = sorted_[place].key;
  }
}

}  // namespace quadrille::query
