#include "query/row_index.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kPrefetchDistance = 16;

std::uint8_t mark_of(std::uint64_t hash) {
  return static_cast<std::uint8_t>(1u << (hash >> 61));
}

}  // namespace

RowIndex::RowIndex(const Table& table, std::vector<std::size_t> keys, const std::function<void()>& look)
    : table_(table), keys_(std::move(keys)) {
  if (table.rows() >= kNoRow) fail(ErrorKind::memory, "a join has more than {} rows on one image", kNoRow - 1);
  if (keys_.empty()) return;
  heads_ = table.arena().make_span<std::uint32_t>(std::bit_ceil(std::max<std::size_t>(table.rows() * 2, 16)));
  nexts_ = table.arena().make_span<std::uint32_t>(table.rows());
  marks_ = table.arena().make_span<std::uint8_t>(heads_.size());
  mask_ = heads_.size() - 1;
  std::fill(heads_.begin(), heads_.end(), kNoRow);
  std::fill(marks_.begin(), marks_.end(), 0);
  for (std::size_t row = table.rows(); row-- > 0;) {  // backwards, so that chains ascend
    if (look && (row & 0xffff) == 0) look();
    bool bound = true;
    std::uint64_t hash = 0;
    for (const std::size_t key : keys_) {
      const Huri value = table.column(key)[row];
      hash = mix_hash(hash, value);
      bound = bound && !value.is_unbound();
    }
    if (!bound) continue;
    const std::uint64_t slot = slot_of(hash);
    marks_[slot] |= mark_of(hash);
    nexts_[row] = heads_[slot];
    heads_[slot] = static_cast<std::uint32_t>(row);
  }
}

RowIndex::~RowIndex() {
  table_.arena().free_span(marks_);
  table_.arena().free_span(heads_);
  table_.arena().free_span(nexts_);
}

bool RowIndex::equals(std::uint32_t row, std::span<const Huri> values) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    if (table_.column(keys_[key])[row] != values[key]) return false;
  }
  return true;
}

void RowIndex::first_rows(const Table& from, std::span<const std::size_t> columns,
                          std::vector<std::uint32_t>& rows) const {
  rows.assign(from.rows(), keys_.empty() && !table_.empty() ? 0 : kNoRow);
  if (keys_.empty() || table_.empty()) return;
  std::vector<std::uint64_t> hashes(from.rows());
  for (const std::size_t column : columns) {
    const std::span<const Huri> values = from.column(column);
    for (std::size_t row = 0; row < hashes.size(); ++row) hashes[row] = mix_hash(hashes[row], values[row]);
  }
  std::vector<std::uint32_t> marked;
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    if (row + kPrefetchDistance < hashes.size()) __builtin_prefetch(&marks_[slot_of(hashes[row + kPrefetchDistance])]);
    const std::uint64_t slot = slot_of(hashes[row]);
    if ((marks_[slot] & mark_of(hashes[row])) == 0) continue;
    __builtin_prefetch(&heads_[slot]);
    marked.push_back(static_cast<std::uint32_t>(row));
  }
  for (const std::uint32_t row : marked) {
    rows[row] = heads_[slot_of(hashes[row])];
    for (const std::size_t key : keys_) __builtin_prefetch(&table_.column(key)[rows[row]]);
  }
  std::vector<Huri> values(columns.size());
  for (const std::uint32_t row : marked) {
    for (std::size_t key = 0; key < columns.size(); ++key) values[key] = from.column(columns[key])[row];
    std::uint32_t& found = rows[row];
    while (found != kNoRow && !equals(found, values)) found = nexts_[found];
  }
}

std::uint32_t RowIndex::next_row(std::uint32_t row, std::span<const Huri> values) const {
  if (keys_.empty()) return row + 1 < table_.rows() ? row + 1 : kNoRow;
  row = nexts_[row];
  while (row != kNoRow && !equals(row, values)) row = nexts_[row];
  return row;
}

}  // namespace quadrille::query
