#include "query/table/factorizer.hpp"

#include <algorithm>

#include "query/table/row_index.hpp"

namespace quadrille::query {

void Factorizer::count(std::span<const std::span<const Huri>> columns, std::size_t rows) {
  numbers_.resize(rows);
  first_rows_.clear();
  table_.clear_for(rows);
  const auto same = [&](std::size_t a, std::size_t b) {
    return std::all_of(columns.begin(), columns.end(), [&](const auto& column) { return column[a] == column[b]; });
  };
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (row > 0 && same(row, row - 1)) {
      numbers_[row] = numbers_[row - 1];
      continue;
    }
    std::uint64_t hash = 0;
    for (const auto& column : columns) hash = mix_hash(hash, column[row]);
    const auto is_same = [&](std::uint32_t number) { return same(first_rows_[number], row); };
    numbers_[row] = table_.find_or_insert(hash ^ (hash >> 32), first_rows_.size(), is_same);
    if (numbers_[row] == first_rows_.size()) first_rows_.push_back(row);
  }
}

}  // namespace quadrille::query
