#pragma once

// A RowSet holds different rows, each once, numbered in order of arrival: a table and a hash table of row numbers over
// it. Not a NumberTable (base/number_table.hpp), with which a DISTINCT takes 2 % more instructions. Local.

#include <cstdint>
#include <utility>
#include <vector>

#include "query/table/table.hpp"

namespace quadrille::query {

class RowSet {
 public:
  // Keeps the columns `columns` of the rows that are added.
  RowSet(pgas::QueryArena& arena, std::vector<std::size_t> columns);

  // Returns the number of a row of `rows`, and true if it is new. Unbound equals unbound.
  std::pair<std::uint32_t, bool> add(const Table& rows, std::size_t row);

  const Table& rows() const { return rows_; }
  // Removes all rows, and keeps the memory.
  void clear();

 private:
  bool equals(std::uint32_t number, const Table& rows, std::size_t row) const;
  void grow();

  const std::vector<std::size_t> columns_;
  Table rows_;
  std::vector<std::uint32_t> slots_;  // open addressing: row of rows_, or kNoRow
};

}  // namespace quadrille::query
