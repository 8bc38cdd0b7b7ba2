#include "query/table/row_index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace quadrille::query {

namespace {

constexpr std::size_t kInsertedAtOnce = 256;  // rows inserted at once
constexpr std::size_t kMostSlots = std::size_t{1} << 32;

}  // namespace

void RowIndexParts::free(pgas::QueryArena& arena) {
  if (dense_ids) dense_ids->free(arena);
  arena.free_span(marks);
  arena.free_span(heads);
  arena.free_span(nexts);
}

RowIndex::RowIndex(const Table& table, std::vector<std::size_t> keys, std::optional<DenseIdMap> dense_ids,
                   const std::function<void()>& look)
    : table_(&table), keys_(std::move(keys)) {
  require_row_numbers(table.rows(), "rows in a join");
  if (keys_.empty()) return;
  pgas::QueryArena& arena = table.arena();
  owns_ = true;
  parts_.dense_ids = dense_ids;
  const std::size_t slots =
      dense_ids ? dense_ids->size() : std::min(std::bit_ceil(std::max<std::size_t>(table.rows() * 2, 16)), kMostSlots);
  parts_.heads = arena.make_span<std::uint32_t>(slots);
  std::fill(parts_.heads.begin(), parts_.heads.end(), kNoRow);
  if (!dense_ids || slots < table.rows()) parts_.nexts = arena.make_span<std::uint32_t>(table.rows());
  if (!dense_ids) {
    parts_.marks = arena.make_span<std::uint8_t>(slots);
    parts_.mask = slots - 1;
    std::fill(parts_.marks.begin(), parts_.marks.end(), 0);
  }
  for (std::size_t end = table.rows(); end > 0;) {  // backwards, so that chains ascend
    const std::size_t begin = end > kInsertedAtOnce ? end - kInsertedAtOnce : 0;
    dense_ids ? add_numbered(begin, end) : add_hashed(begin, end);
    end = begin;
    look();
  }
}

void RowIndex::add_numbered(std::size_t begin, std::size_t end) {
  const std::span<const Huri> values = table_->column(keys_[parts_.dense_ids->key()]);
  std::array<std::uint32_t, kInsertedAtOnce> numbers;
  for (std::size_t row = begin; row < end; ++row) {
    numbers[row - begin] = parts_.dense_ids->bits().find(values[row]).number;
    __builtin_prefetch(&parts_.heads[numbers[row - begin]], 1);
  }
  for (std::size_t row = end; row-- > begin;) {
    std::uint32_t& head = parts_.heads[numbers[row - begin]];
    const bool has_more = head != kNoRow;
    if (!parts_.nexts.empty()) parts_.nexts[row] = has_more ? head & ~kHasMore : kNoRow;
    head = static_cast<std::uint32_t>(row) | (has_more ? kHasMore : 0);
  }
}

void RowIndex::add_hashed(std::size_t begin, std::size_t end) {
  std::array<std::uint64_t, kInsertedAtOnce> hashes{};
  std::array<bool, kInsertedAtOnce> unbound{};
  for (const std::size_t key : keys_) {
    const Huri* const values = table_->column(key).data();
    for (std::size_t row = begin; row < end; ++row) {
      hashes[row - begin] = mix_hash(hashes[row - begin], values[row]);
      unbound[row - begin] |= values[row].is_unbound();
    }
  }
  for (std::size_t row = begin; row < end; ++row) {
    const std::uint64_t slot = slot_of(hashes[row - begin]);
    __builtin_prefetch(&parts_.heads[slot], 1);
    __builtin_prefetch(&parts_.marks[slot], 1);
  }
  for (std::size_t row = end; row-- > begin;) {
    if (unbound[row - begin]) continue;
    const std::uint64_t hash = hashes[row - begin], slot = slot_of(hash);
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
  if (owns_) parts_.free(table_->arena());
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
  if (parts_.nexts.empty()) return kNoRow;
  row = parts_.nexts[row];
  if (is_exact()) return row;
  while (row != kNoRow && !equals(row, values)) row = parts_.nexts[row];
  return row;
}

}  // namespace quadrille::query
