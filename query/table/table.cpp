#include "query/table/table.hpp"

#include <algorithm>
#include <utility>

#include "base/copy_bytes.hpp"

namespace quadrille::query {
namespace {

constexpr std::size_t kRowsOfACheck = std::size_t{1} << 19;

}  // namespace

Table::~Table() {
  for (Huri* column : columns_) {
    if (column && arena_) arena_->free_span(std::span(column, capacity_));
  }
}

Table Table::view(std::span<Huri* const> columns, std::size_t rows) {
  Table table;
  table.columns_.assign(columns.begin(), columns.end());
  table.rows_ = table.capacity_ = rows;
  return table;
}

std::vector<Huri*> Table::leave_to_arena() {
  rows_ = capacity_ = 0;
  return std::exchange(columns_, std::vector<Huri*>(width()));
}

void Table::reserve(std::size_t rows, const std::function<void()>& check) {
  if (rows <= capacity_) return;
  const std::size_t capacity = std::max({rows, capacity_ + capacity_ / 2, std::size_t{64}});
  const std::size_t before = capacity_, copied = rows_;
  std::vector<Huri*> columns = leave_to_arena();
  for (Huri*& column : columns) {
    Huri* const grown = arena_->make_span<Huri>(capacity).data();
    for (std::size_t row = 0; row < copied; row += kRowsOfACheck) {
      if (check) check();
      copy_bytes(grown + row, column + row, std::min(kRowsOfACheck, copied - row) * sizeof(Huri));
    }
    if (column) arena_->free_span(std::span(column, before));
    column = grown;
  }
  columns_ = std::move(columns);
  rows_ = copied;
  capacity_ = capacity;
}

void Table::append_slice(const Table& other, std::size_t from, std::size_t rows) {
  const std::size_t before = rows_;
  resize(before + rows);
  for (std::size_t index = 0; index < other.width(); ++index) {
    std::copy_n(other.columns_[index] + from, rows, columns_[index] + before);
  }
}

void Table::append_slice(const Table& other, std::span<const std::size_t> columns, std::size_t from, std::size_t rows) {
  const std::size_t before = rows_;
  resize(before + rows);
  for (std::size_t index = 0; index < columns.size(); ++index) {
    std::copy_n(other.columns_[columns[index]] + from, rows, columns_[index] + before);
  }
}

void Table::append(const Table& other, std::span<const std::uint32_t> picked) {
  const std::size_t before = rows_;
  resize(before + picked.size());
  for (std::size_t index = 0; index < other.width(); ++index) {
    const Huri* from = other.columns_[index];
    Huri* to = columns_[index] + before;
    for (const std::uint32_t row : picked) *to++ = from[row];
  }
}

void Table::keep(std::span<const std::uint32_t> picked) {
  if (picked.size() == rows_) return;
  for (Huri* column : columns_) {
    Huri* to = column;
    for (const std::uint32_t row : picked) *to++ = column[row];
  }
  rows_ = picked.size();
}

void Table::keep_slice(std::size_t from, std::size_t rows) {
  for (Huri* const column : columns_) {
    if (from > 0) std::copy(column + from, column + from + rows, column);
  }
  rows_ = rows;
}

void Table::swap(Table& other) noexcept {
  std::swap(arena_, other.arena_);
  std::swap(columns_, other.columns_);
  std::swap(rows_, other.rows_);
  std::swap(capacity_, other.capacity_);
}

}  // namespace quadrille::query
