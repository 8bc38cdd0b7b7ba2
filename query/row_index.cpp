#include "query/row_index.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"

namespace quadrille::query {

RowIndex::RowIndex(const Table& table, std::vector<std::size_t> keys, const std::function<void()>& look)
    : table_(table), keys_(std::move(keys)) {
  if (table.rows() >= kNoRow) fail(ErrorKind::memory, "a join has more than {} rows on one image", kNoRow - 1);
  if (keys_.empty()) return;
  heads_ = table.arena().make_span<std::uint32_t>(std::bit_ceil(std::max<std::size_t>(table.rows() * 2, 16)));
  nexts_ = table.arena().make_span<std::uint32_t>(table.rows());
  mask_ = heads_.size() - 1;
  std::fill(heads_.begin(), heads_.end(), kNoRow);
  std::vector<Huri> values(keys_.size());
  for (std::size_t row = table.rows(); row-- > 0;) {  // backwards, so that chains ascend
    if (look && (row & 0xffff) == 0) look();
    bool bound = true;
    for (std::size_t key = 0; key < keys_.size(); ++key) {
      values[key] = table.column(keys_[key])[row];
      bound = bound && !values[key].is_unbound();
    }
    if (!bound) continue;
    std::uint32_t& head = heads_[slot_of(values)];
    nexts_[row] = head;
    head = static_cast<std::uint32_t>(row);
  }
}

RowIndex::~RowIndex() {
  table_.arena().free_span(heads_);
  table_.arena().free_span(nexts_);
}

std::uint64_t RowIndex::slot_of(std::span<const Huri> values) const {
  std::uint64_t hash = 0;
  for (const Huri value : values) hash = mix_hash(hash, value);
  return (hash ^ (hash >> 32)) & mask_;
}

bool RowIndex::equals(std::uint32_t row, std::span<const Huri> values) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    if (table_.column(keys_[key])[row] != values[key]) return false;
  }
  return true;
}

std::uint32_t RowIndex::first_row(std::span<const Huri> values) const {
  if (keys_.empty()) return table_.empty() ? kNoRow : 0;
  std::uint32_t row = heads_[slot_of(values)];
  while (row != kNoRow && !equals(row, values)) row = nexts_[row];
  return row;
}

std::uint32_t RowIndex::next_row(std::uint32_t row, std::span<const Huri> values) const {
  if (keys_.empty()) return row + 1 < table_.rows() ? row + 1 : kNoRow;
  row = nexts_[row];
  while (row != kNoRow && !equals(row, values)) row = nexts_[row];
  return row;
}

}  // namespace quadrille::query
