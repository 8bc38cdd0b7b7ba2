#pragma once

// Finds the rows of a table by the values of some of its columns: a hash table of row numbers, chained by row. Local.
// Rows with an unbound key are not found. The table must stay as it is while the index is used.
//
//   marks   | byte | byte | ...     by slot: a bit for each row there, chosen by its hash
//   heads   | row  | row  | ...     by slot: the first row of the chain
//
// Most rows that have no partner end at their mark; a table of a million rows has 2 MB of these, where heads and keys
// are 8 MB and more.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "query/table.hpp"

namespace quadrille::query {

inline constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

// A hash of several HURIs; equal rows have equal hashes on every image.
constexpr std::uint64_t mix_hash(std::uint64_t seed, Huri huri) {
  std::uint64_t hash = (seed ^ huri.bits()) * 0x9e3779b97f4a7c15;
  return hash ^ (hash >> 29);
}

// What an index is made of, in shared memory.
struct RowIndexParts {
  std::uint64_t mask = 0;
  std::span<std::uint8_t> marks;
  std::span<std::uint32_t> heads;
  std::span<std::uint32_t> nexts;  // by row: the next row of the chain
};

class RowIndex {
 public:
  // `keys` are column numbers of `table`; none: every row is found.
  // `look` is called now and then, if given: it may throw.
  RowIndex(const Table& table, std::vector<std::size_t> keys, const std::function<void()>& look = {});
  // One that lies elsewhere, and stays there.
  RowIndex(const Table& table, std::vector<std::size_t> keys, const RowIndexParts& parts);
  ~RowIndex();
  RowIndex(RowIndex&& other) noexcept;
  RowIndex& operator=(RowIndex&&) = delete;

  std::uint32_t next_row(std::uint32_t row, std::span<const Huri> values) const;

  const Table& table() const { return *table_; }
  // The parts, which stay until the table's arena ends, and no longer with this index, which still uses them.
  const RowIndexParts& leave_to_arena();

 private:
  friend void first_rows(std::span<const RowIndex> indexes, std::span<const std::uint16_t> index_of_row,
                         const Table& from, std::span<const std::size_t> columns, std::vector<std::uint32_t>& rows);
  bool equals(std::uint32_t row, std::span<const Huri> values) const;
  void add_rows(std::size_t begin, std::size_t end);
  template <class IndexOf>
  static void find_first(const Table& from, std::span<const std::size_t> columns, const IndexOf& index_of,
                         std::vector<std::uint32_t>& rows);

  const Table* table_;
  std::vector<std::size_t> keys_;
  RowIndexParts parts_;
  bool owns_ = false;
};

// For each row of `from`, whose `columns` are the values in the order of the keys: the first row of the index whose key
// equals them, or kNoRow; next_row() goes on in ascending order. Several indexes with the same keys: each row is looked
// up in the one that `index_of_row` says. Cache misses of many rows overlap.
void first_rows(std::span<const RowIndex> indexes, std::span<const std::uint16_t> index_of_row, const Table& from,
                std::span<const std::size_t> columns, std::vector<std::uint32_t>& rows);

}  // namespace quadrille::query
