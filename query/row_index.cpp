#include "query/row_index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
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

constexpr std::size_t kFewIndexes = 8;

// Numbers of rows by index, into `ordered`: take(index, number of rows) for each in turn, when they are there.
template <class Take>
void order_by_index(std::span<const std::uint16_t> index_of_row, std::size_t indexes, std::span<std::uint32_t> ordered,
                    Take&& take) {
  const auto rows = static_cast<std::uint32_t>(index_of_row.size());
  if (indexes <= kFewIndexes) {  // no counters in memory, which would be waited for
    std::uint32_t* end = ordered.data();
    for (std::size_t index = 0; index < indexes; ++index) {
      const std::uint32_t* const begin = end;
      for (std::uint32_t row = 0; row < rows; ++row) {
        if (end == ordered.data() + rows) break;
        *end = row;
        end += index_of_row[row] == index ? 1 : 0;
      }
      take(index, static_cast<std::size_t>(end - begin));
    }
    return;
  }
  std::vector<std::uint32_t> begins(indexes + 1);
  for (const std::uint16_t index : index_of_row) ++begins[index + 1u];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  for (std::uint32_t row = 0; row < rows; ++row) ordered[next[index_of_row[row]]++] = row;
  for (std::size_t index = 0; index < indexes; ++index) take(index, begins[index + 1] - begins[index]);
}

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

// Of the rows row_at(0) ... row_at(count - 1), whose hashes are told by row.
template <class RowAt>
void RowIndex::find_first(const Probe& probe, std::size_t count, const RowAt& row_at,
                          std::vector<std::uint32_t>& rows) const {
  if (count == 0) return;
  const std::uint64_t mask = parts_.mask;
  const std::uint8_t* const marks = parts_.marks.data();
  const std::uint32_t* const heads = parts_.heads.data();
  const std::uint64_t* const hashes = probe.hashes.data();
  std::vector<std::uint32_t> marked(count);
  std::uint32_t* end = marked.data();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t ahead = hashes[row_at(std::min(i + kPrefetchDistance, count - 1))];
    __builtin_prefetch(marks + (slot_of(ahead) & mask));
    const std::uint32_t row = row_at(i);
    *end = row;
    end += (marks[slot_of(hashes[row]) & mask] & mark_of(hashes[row])) != 0 ? 1 : 0;
  }
  marked.resize(static_cast<std::size_t>(end - marked.data()));
  for (std::size_t place = 0; place < marked.size(); ++place) {
    const std::uint64_t ahead = hashes[marked[std::min(place + kPrefetchDistance, marked.size() - 1)]];
    __builtin_prefetch(heads + (slot_of(ahead) & mask));
    const std::uint32_t row = marked[place];
    rows[row] = heads[slot_of(hashes[row]) & mask];
    if (rows[row] == kNoRow) continue;
    for (const std::size_t key : keys_) __builtin_prefetch(table_->column(key).data() + rows[row]);
  }
  std::vector<Huri> values(probe.columns.size());
  for (const std::uint32_t row : marked) {
    for (std::size_t key = 0; key < values.size(); ++key) values[key] = probe.from.column(probe.columns[key])[row];
    std::uint32_t& found = rows[row];
    while (found != kNoRow && !equals(found, values)) found = parts_.nexts[found];
  }
}

void first_rows(std::span<const RowIndex> indexes, std::span<const std::uint16_t> index_of_row, const Table& from,
                std::span<const std::size_t> columns, std::vector<std::uint32_t>& rows) {
  if (columns.empty()) {
    rows.assign(from.rows(), indexes[0].table().empty() ? kNoRow : 0);
    return;
  }
  rows.assign(from.rows(), kNoRow);
  const RowIndex::Probe probe{from, columns, hashes_of(from, columns)};
  if (indexes.size() == 1) {
    return indexes[0].find_first(
        probe, rows.size(), [](std::size_t i) { return static_cast<std::uint32_t>(i); }, rows);
  }
  std::vector<std::uint32_t> ordered(rows.size());
  std::uint32_t* first = ordered.data();
  order_by_index(index_of_row, indexes.size(), ordered, [&](std::size_t index, std::size_t count) {
    indexes[index].find_first(
        probe, count, [first](std::size_t i) { return first[i]; }, rows);
    first += count;
  });
}

}  // namespace quadrille::query
