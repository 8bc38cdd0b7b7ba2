#pragma once

// Different rows, each once, numbered in the order in which they came: a table and a hash table of row numbers over it.
// Local.

#include <cstdint>
#include <utility>
#include <vector>

#include "query/table/table.hpp"

namespace quadrille::query {

class RowSet {
 public:
  // Its rows have the columns `columns` of those that are added.
  RowSet(pgas::QueryArena& arena, std::vector<std::size_t> columns);

  // The number of a row of `rows`, and whether it is new. Unbound is equal to unbound.
  std::pair<std::uint32_t, bool> add(const Table& rows, std::size_t row);

  const Table& rows() const { return rows_; }

 private:
  bool equals(std::uint32_t number, const Table& rows, std::size_t row) const;
  void grow();

  const std::vector<std::size_t> columns_;
  Table rows_;
  std::vector<std::uint32_t> slots_;  // open addressing: row of rows_, or kNoRow
};

}  // namespace quadrille::query
