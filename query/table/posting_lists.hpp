#pragma once

// PostingLists indexes a table of pairs by its first column: each key has the ascending list of the values of the
// second column. A multiway join looks up and intersects these lists.
//
//   rows  (a, 3) (a, 7) (c, 1) (b, 3)      keys   a  c  b          in the order in which they come first
//                                          lists  3 7 | 1 | 3
//
// Rows that arrive with equal keys adjacent, as from an index, are not moved; others are grouped once. Local. Memory
// of the query: 13 bytes a key and 8 a row. Cost: 3 ns a row, 10 ns a key.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "query/table/context.hpp"
#include "query/table/row_index.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

class PostingLists {
 public:
  // Indexes columns `key` and `value` of `rows`, which must not contain a pair twice.
  PostingLists(Context& context, Table rows, std::size_t key, std::size_t value);

  std::uint32_t keys() const { return static_cast<std::uint32_t>(keys_.rows()); }
  Huri key(std::uint32_t number) const { return keys_.column(0)[number]; }
  std::span<const Huri> list(std::uint32_t number) const {
    return values_.subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }
  // The least and the greatest value of all lists. Needs at least one row.
  std::pair<Huri, Huri> bounds() const;
  // The number of a key, or kNoRow if it is absent.
  std::uint32_t find(Huri key) const {
    std::uint64_t slot = slot_of(key);
    while (slots_[slot] != kNoRow && keys_.column(0)[slots_[slot]] != key) slot = (slot + 1) & (slots_.size() - 1);
    return slots_[slot];
  }
  // Prefetch the memory that find() and then list() will read: prefetch() for a key that is needed a little later,
  // prefetch_list() for one that is needed sooner.
  void prefetch(Huri key) const { __builtin_prefetch(&slots_[slot_of(key)]); }
  void prefetch_list(Huri key) const {
    const std::uint32_t number = slots_[slot_of(key)];
    if (number == kNoRow) return;
    __builtin_prefetch(&begins_[number]);
    __builtin_prefetch(keys_.column(0).data() + number);
  }

 private:
  std::uint64_t slot_of(Huri key) const {
    const std::uint64_t hash = mix_hash(0, key);
    return (hash ^ (hash >> 32)) & (slots_.size() - 1);
  }
  std::uint32_t number_of(Context& context, Huri key);
  void double_slots(Context& context);
  void bring_together(Context& context, std::span<const std::uint32_t> key_of_row, std::size_t value);
  void sort_lists();

  Table rows_, keys_;
  std::vector<std::uint32_t> begins_;  // by key; one more for the end
  std::vector<std::uint32_t> slots_;   // open addressing: number of a key, or kNoRow
  std::span<const Huri> values_;
};

}  // namespace quadrille::query
