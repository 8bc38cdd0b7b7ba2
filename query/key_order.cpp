#include "query/key_order.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/sort_stretches.hpp"

namespace quadrille::query {

void KeyOrder::arrange(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row, std::uint32_t shards) {
  stretches_.clear();
  as_they_came_ = in_order(keys, shard_of_row);
  if (as_they_came_) {
    take_in_order(keys, shard_of_row);
  } else {
    sort(keys, shard_of_row, shards);
  }
}

bool KeyOrder::in_order(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row) const {
  if (keys.empty() || shard_of_row.front() == kNowhere) return false;
  for (std::size_t row = 1; row < keys.size(); ++row) {
    const std::uint32_t before = shard_of_row[row - 1], shard = shard_of_row[row];
    if (shard < before || shard == kNowhere || (shard == before && keys[row] < keys[row - 1])) return false;
  }
  return true;
}

void KeyOrder::take_in_order(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row) {
  const auto rows = static_cast<std::uint32_t>(keys.size());
  for (std::uint32_t begin = 0, end = 0; begin < rows; begin = end) {
    while (end < rows && shard_of_row[end] == shard_of_row[begin]) ++end;
    stretches_.push_back({shard_of_row[begin], begin, end});
  }
  rows_.resize(rows);
  std::iota(rows_.begin(), rows_.end(), 0);
  keys_ = keys;
}

void KeyOrder::sort(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row, std::uint32_t shards) {
  ends_.assign(shards, 0);
  std::size_t rows = 0;
  for (const std::uint32_t shard : shard_of_row) {
    if (shard == kNowhere) continue;
    ++ends_[shard];
    ++rows;
  }
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
  for (const Stretch& stretch : stretches_) {
    sort_stretches(sorted_.begin() + stretch.begin, sorted_.begin() + stretch.end, std::less<>());
  }
  rows_.resize(rows);
  sorted_keys_.resize(rows);
  for (std::size_t place = 0; place < rows; ++place) {
    rows_[place] = sorted_[place].row;
    sorted_keys_[place] = sorted_[place].key;
  }
  keys_ = sorted_keys_;
}

}  // namespace quadrille::query
