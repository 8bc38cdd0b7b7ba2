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

class RowIndex {
 public:
  // `keys` are column numbers of `table`; none: every row is found.
  // `look` is called now and then, if given: it may throw.
  RowIndex(const Table& table, std::vector<std::size_t> keys, const std::function<void()>& look = {});
  ~RowIndex();
  RowIndex(const RowIndex&) = delete;
  RowIndex& operator=(const RowIndex&) = delete;

  // For each row of `from`, whose `columns` are the values in the order of the keys: the first row whose key equals
  // them, or kNoRow; next_row() goes on in ascending order. Cache misses of many rows overlap.
  void first_rows(const Table& from, std::span<const std::size_t> columns, std::vector<std::uint32_t>& rows) const;
  std::uint32_t next_row(std::uint32_t row, std::span<const Huri> values) const;

  const Table& table() const { return table_; }

 private:
  bool equals(std::uint32_t row, std::span<const Huri> values) const;
  std::uint64_t slot_of(std::uint64_t hash) const { return (hash ^ (hash >> 32)) & mask_; }

  const Table& table_;
  const std::vector<std::size_t> keys_;
  std::uint64_t mask_ = 0;
  std::span<std::uint8_t> marks_;
  std::span<std::uint32_t> heads_;
  std::span<std::uint32_t> nexts_;  // by row: the next row of the chain
};

}  // namespace quadrille::query
