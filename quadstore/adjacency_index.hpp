#pragma once

// An AdjacencyIndex holds, for each key after a constant prefix, the values of the next column as arrays: for a
// property, the objects of each subject. Repeated lookups of many keys cost a tenth of merging them with packed
// blocks.
//
//   ub:takesCourse in pso   x1 -> c4 c9   x2 -> c7      RankedBits: x1 0, x2 1, in the order of the rows: by shard
//                           begins 0 2 3                by number of the key; none if each has one value
//                           values 4 9 7                32-bit differences from the least, in the order of the rows
//
// Lookups shard by shard, in the order of a scan, read the arrays once from front to back.
//
// An index is built once merges after the prefix have unpacked twice as many blocks as its rows take, because building
// it costs as much (EarnedCache). Conditions: a permutation with one column after the key, each key in one shard,
// values within a range of four billion, and at most sixteen bytes a row.
//
// Local; any number of threads. It covers the base alone, in one view, and some of its shards: an image of a team has
// those of its own keys.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "dictionary/ranked_bits.hpp"
#include "quadstore/earned_cache.hpp"
#include "quadstore/marks.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"

namespace quadrille {

class Generation;
struct Manifest;

class AdjacencyIndex {
 public:
  struct List {
    const std::uint32_t* begin;
    const std::uint32_t* end;
  };
  static constexpr std::size_t kSlack = 4;  // values that may be read after the last list

  // For the rows in `shards`, which are open; nullptr: it would need too much memory. make_room(bytes) is called
  // before it grows to that size and returns false if there is no room.
  static std::shared_ptr<const AdjacencyIndex> make(const Generation& generation, View view, Permutation permutation,
                                                    const QuadPrefix& prefix, std::span<const ShardId> shards,
                                                    const std::function<bool(std::size_t)>& make_room,
                                                    const std::function<void()>& look);

  // The values of a key, less value(0), ascending; empty: the key is absent.
  List find(Huri key) const {
    const RankedBits::Place place = keys_.find(key);
    const std::uint32_t there = place.is_there ? 1 : 0;
    if (has_one_each()) return {values_.data() + place.number, values_.data() + place.number + there};
    const std::uint32_t* const begins = begins_.data() + place.number;
    return {values_.data() + begins[0], values_.data() + begins[there]};
  }
  // True if no key has two values.
  bool has_one_each() const { return begins_.empty(); }
  Huri value(std::uint32_t difference) const { return Huri(least_value_ + difference); }
  bool contains(Huri key) const { return keys_.find(key).is_there; }

  std::size_t size_bytes() const;

 private:
  AdjacencyIndex() = default;

  std::vector<RankedBits::Word> words_;
  RankedBits keys_;  // of the keys that are present
  std::vector<std::uint32_t> begins_, values_;
  std::uint64_t least_value_ = 0;
};

class AdjacencyCache {
 public:
  // The size up to which it is of use for a database of which so many views show different rows: 16 MB, or one and a
  // half bytes a quad, but not more than all indexes that the database can have. Few rows have none.
  static std::size_t wanted_bytes_for(const Manifest& manifest, std::size_t views);

  // `registry` may be nullptr.
  AdjacencyCache(CacheRegistry* registry, std::size_t wanted_bytes);

  // The index of rows after `prefix` in shards begin .. end - 1, if it exists or pays by now; else nullptr. `look` is
  // called now and then while it is built, and may throw.
  std::shared_ptr<const AdjacencyIndex> get(const Generation& generation, View view, Permutation permutation,
                                            const QuadPrefix& prefix, ShardId begin, ShardId end,
                                            const std::function<void()>& look);

  // Records that merges of keys with these rows have unpacked `blocks` blocks.
  void spend(View view, Permutation permutation, const QuadPrefix& prefix, ShardId begin, ShardId end,
             std::uint64_t blocks);

  std::size_t used_bytes() const { return indexes_.used_bytes(); }

 private:
  EarnedCache<AdjacencyIndex> indexes_;
};

}  // namespace quadrille
