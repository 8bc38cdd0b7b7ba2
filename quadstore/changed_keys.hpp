#pragma once

// ChangedKeys holds what the levels of a snapshot change in the rows after a prefix that its view shows, by the key in
// the next column.
// Lookups with an accelerator of the base (class_bitmaps.hpp, adjacency_index.hpp) are completed with it: most keys are
// unchanged, which a bit shows in a nanosecond.
//
//   base, pso, prefix (p)    x1 -> c4 c9    x2 -> c7
//   levels                   + (x1, c5)   - (x2, c7)
//   find(x1)                 + c5             so its values are c4 c5 c9
//   find(x2)                 - c7             so it has none
//   find(x3)                 nothing: those of the base
//
// Local. Made for one query, as its size and cost are those of the changes: some 15 ns each.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/number_table.hpp"
#include "dictionary/ranked_bits.hpp"
#include "quadstore/merged_run.hpp"

namespace quadrille {

class ChangedKeys {
 public:
  static constexpr std::uint64_t kMostChanges = ~std::uint32_t{0};  // numbers of 32 bits

  struct Change {
    Huri value;      // in the column after the key; unbound if the key is the last column
    bool is_delete;  // from the view
  };

  // The changes of `runs`, which show their bases (MergedRun::shows_base()), to rows with this prefix. Each key is in
  // one of the runs. At most kMostChanges changes. Errors: those of the resource.
  ChangedKeys(std::span<const MergedRun> runs, const QuadPrefix& prefix, std::pmr::memory_resource& memory);

  // Tells for most keys that they are unchanged. A value: a copy in a loop's own variables is the fastest.
  class Filter {
   public:
    bool may_have(Huri key) const {
      const std::uint64_t place = key.bits() - first_;  // smaller keys wrap to large places
      if (place / 64 < words_.size()) return (words_[place / 64].bits >> (place % 64) & 1) != 0;
      const std::uint64_t hash = hash_of(key), bits = bits_of(hash);
      return (bloom_[hash >> shift_] & bits) == bits;
    }

   private:
    friend class ChangedKeys;
    std::uint64_t first_ = 0;
    std::span<const RankedBits::Word> words_;
    std::span<const std::uint64_t> bloom_;
    int shift_ = 0;
  };
  Filter filter() const {
    Filter filter;
    filter.first_ = dense_.first().bits();
    filter.words_ = words_;
    filter.bloom_ = bloom_;
    filter.shift_ = shift_;
    return filter;
  }

  // The changes of the rows with this key, ascending by value; empty if it is as in the base.
  std::span<const Change> find(Huri key) const;

 private:
  static std::uint64_t hash_of(Huri key) { return key.bits() * 0x9e3779b97f4a7c15; }
  // Of the word of the Bloom filter whose number are the highest bits of the hash.
  static std::uint64_t bits_of(std::uint64_t hash) {
    return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << (hash >> 6 & 63) |
           std::uint64_t{1} << (hash >> 12 & 63);
  }
  void make_bloom_filter();
  std::span<const Change> changes_of(std::uint32_t number) const {
    return {changes_.data() + begins_[number], changes_.data() + begins_[number + 1]};
  }
  void make_room(std::span<const MergedRun> runs, const QuadPrefix& prefix);
  void add(Huri key, Huri value, bool is_delete);

  struct Scattered {
    Huri key;
    std::uint32_t number;
  };
  // Keys that are close together, as stable ones mostly are, have bits with ranks; the others have a Bloom filter and a
  // hash table.
  std::pmr::vector<RankedBits::Word> words_;
  RankedBits dense_;  // of words_
  std::pmr::vector<Scattered> scattered_;
  NumberTable table_;                       // of scattered_
  std::pmr::vector<std::uint64_t> bloom_;   // of scattered_; three bits a key in one word
  int shift_ = 63;                          // hash >> shift_ is the number of the word
  std::pmr::vector<std::uint32_t> begins_;  // by key, and the end: in changes_
  std::pmr::vector<Change> changes_;
  Huri last_key_;  // that was added
};

// The number of entries that levels have for rows with this prefix, at least those that change something in the view.
// Local; a search for each level.
std::uint64_t count_changes(const MergedRun& run, const QuadPrefix& prefix);

}  // namespace quadrille
