#include "query/table/row_set.hpp"

#include <algorithm>

#include "query/table/row_index.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kFirstSlots = 1024;

std::uint64_t folded(std::uint64_t hash) {
  return hash ^ (hash >> 32);
}

}  // namespace

RowSet::RowSet(pgas::QueryArena& arena, std::vector<std::size_t> columns)
    : columns_(std::move(columns)), rows_(arena, columns_.size()), slots_(kFirstSlots, kNoRow) {}

bool RowSet::equals(std::uint32_t number, const Table& rows, std::size_t row) const {
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    if (rows_.column(place)[number] != rows.column(columns_[place])[row]) return false;
  }
  return true;
}

std::pair<std::uint32_t, bool> RowSet::add(const Table& rows, std::size_t row) {
  if ((rows_.rows() + 1) * 2 > slots_.size()) grow();
  std::uint64_t hash = 0;
  for (const std::size_t column : columns_) hash = mix_hash(hash, rows.column(column)[row]);
  const std::uint64_t mask = slots_.size() - 1;
  std::uint64_t slot = folded(hash) & mask;
  while (slots_[slot] != kNoRow) {
    if (equals(slots_[slot], rows, row)) return {slots_[slot], false};
    slot = (slot + 1) & mask;
  }
  require_row_numbers(rows_.rows() + 1, "different rows");
  const auto number = static_cast<std::uint32_t>(rows_.rows());
  slots_[slot] = number;
  rows_.resize(number + 1);
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    rows_.column(place)[number] = rows.column(columns_[place])[row];
  }
  return {number, true};
}

void RowSet::clear() {
  rows_.clear();
  std::fill(slots_.begin(), slots_.end(), kNoRow);
}

void RowSet::grow() {
  rows_.arena().charge(slots_.size() * sizeof slots_.front());
  std::vector<std::uint32_t> larger(slots_.size() * 2, kNoRow);
  const std::uint64_t mask = larger.size() - 1;
  for (std::uint32_t row = 0; row < rows_.rows(); ++row) {
    std::uint64_t hash = 0;
    for (std::size_t place = 0; place < columns_.size(); ++place) {
      hash = mix_hash(hash, std::as_const(rows_).column(place)[row]);
    }
    std::uint64_t slot = folded(hash) & mask;
    while (larger[slot] != kNoRow) slot = (slot + 1) & mask;
    larger[slot] = row;
  }
  slots_.swap(larger);
}

}  // namespace quadrille::query
