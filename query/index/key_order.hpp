#pragma once

// A KeyOrder sorts the rows of a chunk as the index sorts their keys: by shard, within a shard by key. A MergeLookup
// merges each stretch of rows with the run of one shard.
//
//   chunk      d  a  c  b  a      keys, of which a and c are in shard 0
//   rows()     1  4  2 | 3  0     numbers of rows
//   keys()     a  a  c | b  d
//   stretches  shard 0 | shard 1
//
// Rows that arrive in this order, as from a scan, are only checked. Local. Linear, except for sorting within a shard.

#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"

namespace quadrille::query {

class KeyOrder {
 public:
  struct Stretch {
    std::uint32_t shard, begin, end;  // of rows() and keys()
  };
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  // `keys`, by row, must not change while keys() is used; neither must `shard_of_row`, whose entries are below
  // `shards`, or kNowhere for rows that are left out.
  void arrange(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row, std::uint32_t shards);

  // Removes all rows.
  void clear() { stretches_.clear(); }

  bool as_they_came() const { return as_they_came_; }
  std::span<const std::uint32_t> rows() const { return rows_; }  // empty if rows arrived in order: 0, 1, 2 ...
  std::span<const Huri> keys() const { return keys_; }
  std::span<const Stretch> stretches() const { return stretches_; }

 private:
  struct KeyedRow {
    Huri key;
    std::uint32_t row;
    bool operator<(const KeyedRow& other) const { return key != other.key ? key < other.key : row < other.row; }
  };

  bool take_in_order(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row);
  void sort(std::span<const Huri> keys, std::span<const std::uint32_t> shard_of_row, std::uint32_t shards);

  bool as_they_came_ = false;
  std::vector<std::uint32_t> ends_;  // by shard
  std::vector<KeyedRow> sorted_;
  std::vector<std::uint32_t> rows_;
  std::vector<Huri> sorted_keys_;
  std::span<const Huri> keys_;
  std::vector<Stretch> stretches_;
};

}  // namespace quadrille::query
