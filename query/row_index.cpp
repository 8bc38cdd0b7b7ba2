#include "query/row_index.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kPrefetchDistance = 16;

std::uint8_t mark_of(std::uint64_t hash) {
  return static_cast<std::uint8_t>(1u << (hash >> 61));
}

}  // namespace

RowIndex::RowIndex(const Table& table, std::vector<std::size_t> keys, const std::function<void()>& look)
    : table_(&table), keys_(std::move(keys)) {
  if (table.rows() >= kNoRow) fail(ErrorKind::memory, "a join has more than {} rows on one image", kNoRow - 1);
  if (keys_.empty()) return;
  pgas::QueryArena& arena = table.arena();
  owns_ = true;
  parts_.heads = arena.make_span<std::uint32_t>(std::bit_ceil(std::max<std::size_t>(table.rows() * 2, 16)));
  parts_.nexts = arena.make_span<std::uint32_t>(table.rows());
  parts_.marks = arena.make_span<std::uint8_t>(parts_.heads.size());
  parts_.mask = parts_.heads.size() - 1;
  std::fill(parts_.heads.begin(), parts_.heads.end(), kNoRow);
  std::fill(parts_.marks.begin(), parts_.marks.end(), 0);
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
    parts_.marks[slot] |= mark_of(hash);
    parts_.nexts[row] = parts_.heads[slot];
    parts_.heads[slot] = static_cast<std::uint32_t>(row);
  }
}

RowIndex::RowIndex(const Table& table, std::vector<std::size_t> keys, const RowIndexParts& parts)
    : table_(&table), keys_(std::move(keys)), parts_(parts) {}

RowIndex::RowIndex(RowIndex&& other) noexcept
    : table_(other.table_),
      keys_(std::move(other.keys_)),
      parts_(other.parts_),
      owns_(std::exchange(other.owns_, false)) {}

RowIndex::~RowIndex() {
  if (!owns_) return;
  table_->arena().free_span(parts_.marks);
  table_->arena().free_span(parts_.heads);
  table_->arena().free_span(parts_.nexts);
}

const RowIndexParts& RowIndex::leave_to_arena() {
  owns_ = false;
  return parts_;
}

bool RowIndex::equals(std::uint32_t row, std::span<const Huri> values) const {
  for (std::size_t key = 0; key < keys_.size(); ++key) {
    if (table_->column(keys_[key])[row] != values[key]) return false;
  }
  return true;
}

std::uint32_t RowIndex::next_row(std::uint32_t row, std::span<const Huri> values) const {
  if (keys_.empty()) return row + 1 < table_->rows() ? row + 1 : kNoRow;
  row = parts_.nexts[row];
  while (row != kNoRow && !equals(row, values)) row = parts_.nexts[row];
  return row;
}

void first_rows(std::span<const RowIndex> indexes, std::span<const std::uint16_t> index_of_row, const Table& from,
                std::span<const std::size_t> columns, std::vector<std::uint32_t>& rows) {
  if (columns.empty()) {
    rows.assign(from.rows(), indexes[0].table().empty() ? kNoRow : 0);
    return;
  }
  rows.assign(from.rows(), kNoRow);
  std::vector<std::uint64_t> hashes(from.rows());
  for (const std::size_t column : columns) {
    const std::span<const Huri> values = from.column(column);
    for (std::size_t row = 0; row < hashes.size(); ++row) hashes[row] = mix_hash(hashes[row], values[row]);
  }
  const auto index_for = [&](std::size_t row) -> const RowIndex& {
    return indexes.size() == 1 ? indexes[0] : indexes[index_of_row[row]];
  };
  std::vector<std::uint32_t> marked;
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    if (const std::size_t ahead = row + kPrefetchDistance; ahead < hashes.size()) {
      const RowIndex& index = index_for(ahead);
      __builtin_prefetch(&index.parts_.marks[index.slot_of(hashes[ahead])]);
    }
    const RowIndex& index = index_for(row);
    const std::uint64_t slot = index.slot_of(hashes[row]);
    if ((index.parts_.marks[slot] & mark_of(hashes[row])) == 0) continue;
    __builtin_prefetch(&index.parts_.heads[slot]);
    marked.push_back(static_cast<std::uint32_t>(row));
  }
  for (const std::uint32_t row : marked) {
    const RowIndex& index = index_for(row);
    rows[row] = index.parts_.heads[index.slot_of(hashes[row])];
    if (rows[row] == kNoRow) continue;
    for (const std::size_t key : index.keys_) __builtin_prefetch(&index.table_->column(key)[rows[row]]);
  }
  std::vector<Huri> values(columns.size());
  for (const std::uint32_t row : marked) {
    const RowIndex& index = index_for(row);
    for (std::size_t key = 0; key < columns.size(); ++key) values[key] = from.column(columns[key])[row];
    std::uint32_t& found = rows[row];
    while (found != kNoRow && !index.equals(found, values)) found = index.parts_.nexts[found];
  }
}

}  // namespace quadrille::query
