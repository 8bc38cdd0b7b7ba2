#include "query/operators/group_keys.hpp"

#include <algorithm>
#include <utility>

#include "query/table/row_index.hpp"
#include "query/table/row_limit.hpp"

namespace quadrille::query {

namespace {

std::vector<const Huri*> key_columns_of(const Table& rows, std::span<const std::size_t> columns) {
  std::vector<const Huri*> key;
  for (const std::size_t column : columns) key.push_back(rows.column(column).data());
  return key;
}

}  // namespace

void GroupKeys::find(const Table& rows, std::span<const std::size_t> columns) {
  of_rows_.assign(rows.rows(), 0);
  if (columns.empty()) {
    if (!rows.empty()) make_one();
    return;
  }
  const std::vector<const Huri*> key = key_columns_of(rows, columns);
  hashes_.assign(rows.rows(), 0);
  for (const Huri* const values : key) {
    for (std::size_t row = 0; row < rows.rows(); ++row) hashes_[row] = mix_hash(hashes_[row], values[row]);
  }
  const auto as_before = [&](std::size_t row) {
    return std::all_of(key.begin(), key.end(), [row](const Huri* values) { return values[row] == values[row - 1]; });
  };
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const bool repeated = row > 0 && hashes_[row] == hashes_[row - 1] && as_before(row);
    of_rows_[row] = repeated ? of_rows_[row - 1] : find_hashed(key, row);
  }
}

std::uint32_t GroupKeys::find_hashed(std::span<const Huri* const> key, std::size_t row) {
  table_.make_room(size(), [&](std::uint32_t group) { return key_hashes_[group]; });
  const std::uint64_t hash = hashes_[row] ^ (hashes_[row] >> 32);
  const std::uint32_t group = table_.find_or_insert(hash, size(), [&](std::uint32_t known) {
    if (key_hashes_[known] != hash) return false;
    for (std::size_t column = 0; column < key.size(); ++column) {
      if (std::as_const(keys_).column(column)[known] != key[column][row]) return false;
    }
    return true;
  });
  if (group == size()) {
    add(key, row);
    key_hashes_.push_back(hash);
  }
  return group;
}

void GroupKeys::find_adjacent(const Table& rows, std::span<const std::uint32_t> begins) {
  of_rows_.resize(rows.rows());
  const std::vector<const Huri*> key = key_columns_of(rows, columns_);
  std::size_t filled = 0;
  const auto fill_to = [&](std::size_t end) {
    if (end > filled) std::fill(of_rows_.begin() + filled, of_rows_.begin() + end, size() - 1);
    filled = end;
  };
  for (const std::uint32_t row : begins) {
    fill_to(row);
    add(key, row);
  }
  fill_to(rows.rows());
}

void GroupKeys::add(std::span<const Huri* const> key, std::size_t row) {
  const std::size_t group = size();
  require_row_numbers(group + 1, "groups");
  keys_.resize(group + 1);
  for (std::size_t column = 0; column < key.size(); ++column) keys_.column(column)[group] = key[column][row];
}

void GroupKeys::drop(std::size_t groups) {
  const std::size_t left = size() - groups;
  for (std::size_t column = 0; column < keys_.width(); ++column) {
    const std::span<Huri> values = keys_.column(column);
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(groups), values.end(), values.begin());
  }
  keys_.resize(left);
}

}  // namespace quadrille::query
