#include "query/index/key_order.hpp"

#include <algorithm>
#include <functional>

#include "base/sort_stretches.hpp"

namespace quadrille::query {

void KeyOrder::arrange(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row, std::uint32_t shards) {
  as_they_came_ = take_in_order(keys, shard_of_row);
  if (!as_they_came_) sort(keys, shard_of_row, shards);
}

// Returns false if the rows are not in order.
bool KeyOrder::take_in_order(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row) {
  stretches_.clear();
  const auto rows = static_cast<std::uint32_t>(keys.size());
  for (std::uint32_t begin = 0, end = 0; begin < rows; begin = end) {
    const std::uint32_t shard = shard_of_row[begin];
    if (shard == kNowhere || (begin > 0 && shard < shard_of_row[begin - 1])) return false;
    for (++end; end < rows && shard_of_row[end] == shard; ++end) {
      if (keys[end] < keys[end - 1]) return false;
    }
    stretches_.push_back({shard, begin, end});
  }
  keys_ = keys;
  return true;
}

void KeyOrder::sort(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row, std::uint32_t shards) {
  stretches_.clear();
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
