#include "query/row_index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/error.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kPrefetchDistance = 16;
constexpr std::size_t kRowsAtOnce = 256;  // that are put into an index

std::uint8_t mark_of(std::uint64_t hash) {
  return static_cast<std::uint8_t>(1u << (hash >> 61));
}

// To be cut by the mask.
std::uint64_t slot_of(std::uint64_t hash) {
  return hash ^ (hash >> 32);
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
  for (std::size_t end = table.rows(); end > 0;) {  // backwards, so that chains ascend
    const std::size_t begin = end > kRowsAtOnce ? end - kRowsAtOnce : 0;
    add_rows(begin, end);
    end = begin;
    if (look) look();
  }
}

void RowIndex::add_rows(std::size_t begin, std::size_t end) {
  std::array<std::uint64_t, kRowsAtOnce> hashes{};
  std::array<bool, kRowsAtOnce> unbound{};
  for (const std::size_t key : keys_) {
    const Huri* const values = table_->column(key).data();
    for (std::size_t row = begin; row < end; ++row) {
      hashes[row - begin] = mix_hash(hashes[row - begin], values[row]);
      unbound[row - begin] |= values[row].is_unbound();
    }
  }
  for (std::size_t row = begin; row < end; ++row)
    __builtin_prefetch(&parts_.heads[slot_of(hashes[row - begin]) & parts_.mask], 1);
  for (std::size_t row = end; row-- > begin;) {
    if (unbound[row - begin]) continue;
    const std::uint64_t hash = hashes[row - begin], slot = slot_of(hash) & parts_.mask;
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

namespace {

// By row of `from`: the hash of its values.
std::vector<std::uint64_t> hashes_of(const Table& from, std::span<const std::size_t> columns) {
  std::vector<std::uint64_t> hashes(from.rows());
  for (const std::size_t column : columns) {
    const Huri* const values = from.column(column).data();
    for (std::size_t row = 0; row < hashes.size(); ++row) hashes[row] = mix_hash(hashes[row], values[row]);
  }
  return hashes;
}

}  // namespace

// `index_of(row)` is the index that a row is looked up in.
template <class IndexOf>
void RowIndex::find_first(const Table& from, std::span<const std::size_t> columns, const IndexOf& index_of,
                          std::vector<std::uint32_t>& rows) {
  const std::vector<std::uint64_t> hashes = hashes_of(from, columns);
  const auto slot_in = [](const RowIndex& index, std::uint64_t hash) { return slot_of(hash) & index.parts_.mask; };
  std::vector<std::uint32_t> marked(hashes.size());
  std::uint32_t* end = marked.data();
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    const std::size_t ahead = std::min(row + kPrefetchDistance, hashes.size() - 1);
    const RowIndex &next = index_of(ahead), &index = index_of(row);
    __builtin_prefetch(next.parts_.marks.data() + slot_in(next, hashes[ahead]));
    *end = static_cast<std::uint32_t>(row);
    end += (index.parts_.marks.data()[slot_in(index, hashes[row])] & mark_of(hashes[row])) != 0 ? 1 : 0;
  }
  marked.resize(static_cast<std::size_t>(end - marked.data()));
  for (std::size_t place = 0; place < marked.size(); ++place) {
    const std::size_t ahead = marked[std::min(place + kPrefetchDistance, marked.size() - 1)];
    const RowIndex& next = index_of(ahead);
    __builtin_prefetch(next.parts_.heads.data() + slot_in(next, hashes[ahead]));
    const std::uint32_t row = marked[place];
    const RowIndex& index = index_of(row);
    rows[row] = index.parts_.heads[slot_in(index, hashes[row])];
    if (rows[row] == kNoRow) continue;
    for (const std::size_t key : index.keys_) __builtin_prefetch(index.table_->column(key).data() + rows[row]);
  }
  std::vector<Huri> values(columns.size());
  for (const std::uint32_t row : marked) {
    const RowIndex& index = index_of(row);
    for (std::size_t key = 0; key < values.size(); ++key) values[key] = from.column(columns[key])[row];
    std::uint32_t& found = rows[row];
    while (found != kNoRow && !index.equals(found, values)) found = index.parts_.nexts[found];
  }
}

void first_rows(std::span<const RowIndex> indexes, std::span<const std::uint16_t> index_of_row, const Table& from,
                std::span<const std::size_t> columns, std::vector<std::uint32_t>& rows) {
  if (columns.empty()) {
    rows.assign(from.rows(), indexes[0].table().empty() ? kNoRow : 0);
    return;
  }
  rows.assign(from.rows(), kNoRow);
  if (indexes.size() == 1) {
    const RowIndex& only = indexes[0];
    return RowIndex::find_first(
        from, columns, [&only](std::size_t) -> const RowIndex& { return only; }, rows);
  }
  const RowIndex* const all = indexes.data();
  const std::uint16_t* const index_of = index_of_row.data();
  RowIndex::find_first(
      from, columns, [all, index_of](std::size_t row) -> const RowIndex& { return all[index_of[row]]; }, rows);
}

}  // namespace quadrille::query
