#pragma once

// FirstRows finds the rows of a chunk that have a partner in an index, and the first partner of each. It looks up many
// rows together, step by step, so that their cache misses overlap.
//
//   rows of the chunk   a  b  c  d      rows()      1  3
//   keys in the index      b     d  d   partners()  0  1     RowIndex::next_row() continues, ascending
//
// Local. Each join has its own, because it keeps the memory of its steps: 16 bytes for each row of a chunk.

#include <cstdint>
#include <span>
#include <vector>

#include "query/table/build_side.hpp"

namespace quadrille::query {

class FirstRows {
 public:
  // Looks up all rows of `from`. `columns` are its key columns in the order of the keys. If `right` is in parts, the
  // owner of the value in `by` has the partners.
  void find(const BuildSide& right, const Table& from, std::span<const std::size_t> columns, std::size_t by);

  // Valid until the next find(): the rows that have partners, ascending, and the first partner of each.
  std::span<const std::uint32_t> rows() const { return rows_; }
  std::span<const std::uint32_t> partners() const { return partners_; }
  // For each row of the chunk: the part that holds its partners, if it has any. Empty if there is one part.
  std::span<const std::uint16_t> parts() const { return parts_; }

 private:
  template <class IndexOf>
  void find_hashed(const IndexOf& index_of);
  template <class IndexOf>
  void find_marked(const IndexOf& index_of);
  struct NumberedRows;
  template <bool kInParts, bool kHasOther>
  std::size_t find_numbers(const DenseIdMap& dense_ids, std::span<const NumberedRows> right,
                           std::span<const Huri> values, const Huri* others);
  void find_numbered(const BuildSide& right);
  template <class IndexOf>
  void read_heads(const IndexOf& index_of);
  template <class IndexOf>
  void compare(const IndexOf& index_of);
  void hash_rows();
  void keep(std::size_t found);

  std::size_t count_ = 0;              // rows of the chunk
  std::vector<const Huri*> values_;    // of the chunk, by key
  std::vector<std::uint64_t> hashes_;  // by row of the chunk
  std::vector<std::uint32_t> rows_, partners_;
  std::vector<std::uint32_t> slots_;  // by place in rows_: first slot of the chain
  std::vector<std::uint16_t> parts_;
};

}  // namespace quadrille::query
