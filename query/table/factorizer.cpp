#include "query/table/factorizer.hpp"

#include <algorithm>
#include <bit>

#include "query/table/row_index.hpp"

namespace quadrille::query {

namespace {
constexpr std::uint32_t kNone = ~std::uint32_t{0};
}

void Factorizer::count(std::span<const std::span<const Huri>> columns, std::size_t rows) {
  numbers_.resize(rows);
  first_rows_.clear();
  slots_.assign(std::bit_ceil(2 * rows + 1), kNone);
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
    std::size_t slot = (hash ^ (hash >> 32)) & (slots_.size() - 1);
    while (slots_[slot] != kNone && !same(first_rows_[slots_[slot]], row)) slot = (slot + 1) & (slots_.size() - 1);
    if (slots_[slot] == kNone) {
      slots_[slot] = static_cast<std::uint32_t>(first_rows_.size());
      first_rows_.push_back(row);
    }
    numbers_[row] = slots_[slot];
  }
}

}  // namespace quadrille::query
