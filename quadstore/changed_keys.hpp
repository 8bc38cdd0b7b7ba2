#pragma once

// ChangedKeys holds what the levels of a snapshot change in the rows after a prefix, by the key in the next column.
// Lookups with an accelerator of the base (class_bitmaps.hpp, adjacency_index.hpp) are completed with it: most keys are
// unchanged, which a filter of bits tells in a nanosecond or two.
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
#include "quadstore/merged_run.hpp"

namespace quadrille {

class ChangedKeys {
 public:
  struct Change {
    Huri value;  // in the column after the key; unbound if the key is the last column
    bool is_delete;
  };

  // The changes of `runs`, which show their bases (MergedRun::shows_base()), to rows with this prefix. Each key is in
  // one of the runs. Errors: those of the resource.
  ChangedKeys(std::span<const MergedRun> runs, const QuadPrefix& prefix, std::pmr::memory_resource& memory);

  // The changes of the rows with this key, ascending by value; empty if it is as in the base.
  std::span<const Change> find(Huri key) const {
    const std::uint64_t hash = hash_of(key);
    if ((filter_[hash >> shift_ >> 6] >> (hash >> shift_ & 63) & 1) == 0) return {};
    return find_exactly(key, hash);
  }

 private:
  static std::uint64_t hash_of(Huri key) { return key.bits() * 0x9e3779b97f4a7c15; }
  std::span<const Change> find_exactly(Huri key, std::uint64_t hash) const;
  void add(Huri key, Huri value, bool is_delete);
  void complete();

  std::pmr::vector<Huri> keys_;
  std::pmr::vector<std::uint32_t> begins_;  // by key, and the end: in changes_
  std::pmr::vector<Change> changes_;
  NumberTable table_;  // of keys_
  std::pmr::vector<std::uint64_t> filter_;
  int shift_ = 0;
};

// The number of entries that levels have for rows with this prefix. Local; a search for each level.
std::uint64_t count_changes(const MergedRun& run, const QuadPrefix& prefix);

}  // namespace quadrille
