#pragma once

// A Table holds rows of HURIs, column by column, in shared memory. Operators pass tables to each other. A table may
// have no columns and still have rows (the solutions of a pattern without variables).
//
//   column 0 | h h h h ... |      rows() values each, capacity() reserved
//   column 1 | h h h h ... |
//
// Local: one image makes and fills it; others may read the columns until it is changed.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille::query {

class Table {
 public:
  Table(pgas::QueryArena& arena, std::size_t width) : arena_(&arena), columns_(width) {}
  Table(Table&& other) noexcept { swap(other); }
  Table& operator=(Table&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Table();

  std::size_t width() const { return columns_.size(); }
  std::size_t rows() const { return rows_; }
  bool empty() const { return rows_ == 0; }

  std::span<Huri> column(std::size_t index) { return {columns_[index], rows_}; }
  std::span<const Huri> column(std::size_t index) const { return {columns_[index], rows_}; }

  void clear() { rows_ = 0; }
  // New rows have undefined values.
  void resize(std::size_t rows) {
    reserve(rows);
    rows_ = rows;
  }
  // Calls check() now and then while it copies rows. If it throws, the table is empty and the arena keeps its columns.
  void reserve(std::size_t rows, const std::function<void()>& check = {});

  // Appends all rows of `other`. Where it has fewer columns, the others of new rows have undefined values.
  void append(const Table& other) { append_slice(other, 0, other.rows()); }
  // Appends the rows `picked` of `other`, in that order.
  void append(const Table& other, std::span<const std::uint32_t> picked);
  // Appends `rows` rows of `other` from `from` on.
  void append_slice(const Table& other, std::size_t from, std::size_t rows);
  // The same, with these of its columns.
  void append_slice(const Table& other, std::span<const std::size_t> columns, std::size_t from, std::size_t rows);
  // Keeps the rows `picked` (ascending), drops the others.
  void keep(std::span<const std::uint32_t> picked);
  // Keeps `rows` rows from `from` on.
  void keep_slice(std::size_t from, std::size_t rows);
  void swap(Table& other) noexcept;

  // A read-only view of columns of `rows` rows in memory of another owner: in the arena of another image of the group,
  // or handed over to an arena.
  static Table view(std::span<Huri* const> columns, std::size_t rows);
  // Hands the columns over to the arena: they stay until it ends, not only as long as this table.
  std::vector<Huri*> leave_to_arena();

  pgas::QueryArena& arena() const { return *arena_; }

 private:
  Table() = default;

  pgas::QueryArena* arena_ = nullptr;  // nullptr: a view
  std::vector<Huri*> columns_;
  std::size_t rows_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace quadrille::query
