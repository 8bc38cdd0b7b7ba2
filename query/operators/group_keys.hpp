#pragma once

// GroupKeys numbers groups of rows by their keys, in the order in which their first rows come.
//
//   rows         b a b c        keys()      b a c      one row a group
//   group_of()   0 1 0 2
//
// Local. Memory: the key, and 16 to 24 bytes a group.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <utility>
#include <vector>

#include "base/number_table.hpp"
#include "query/table/context.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class GroupKeys {
 public:
  // `columns`: of the key in the tables to group. With none, all rows are of one group.
  GroupKeys(pgas::QueryArena& arena, std::vector<std::size_t> columns)
      : columns_(std::move(columns)), keys_(arena, columns_.size()), key_hashes_(&arena.own()), table_(&arena.own()) {}

  std::size_t size() const { return keys_.rows(); }
  const Table& keys() const { return keys_; }
  // Valid after find() or find_adjacent(): the group of a row.
  std::uint32_t group_of(std::size_t row) const { return of_rows_[row]; }

  // Finds the groups of all rows; new keys make new groups.
  void find(const Table& rows) { find(rows, columns_); }
  // The same for a table with the key in other columns.
  void find(const Table& rows, std::span<const std::size_t> columns);
  // find() for rows whose equal keys are adjacent: a group begins at each row of `begins`, and the last group so far
  // has the rows before these.
  void find_adjacent(const Table& rows, std::span<const std::uint32_t> begins);
  // Makes the group of a key of no columns if there is none.
  void make_one() {
    if (size() == 0) keys_.resize(1);
  }
  // Removes the first groups; the others are numbered anew. Not used together with find().
  void drop(std::size_t groups);
  void clear() {
    keys_.clear();
    key_hashes_.clear();
    table_.clear();
  }

 private:
  std::uint32_t find_hashed(std::span<const Huri* const> key, std::size_t row);
  void add(std::span<const Huri* const> key, std::size_t row);

  const std::vector<std::size_t> columns_;
  Table keys_;
  std::pmr::vector<std::uint64_t> key_hashes_;  // by group
  NumberTable table_;
  std::vector<std::uint64_t> hashes_;   // by row of the chunk: of its key
  std::vector<std::uint32_t> of_rows_;  // by row of the chunk: its group
};

}  // namespace quadrille::query
