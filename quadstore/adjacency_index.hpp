#pragma once

// The values behind each key of a constant prefix, as arrays: what a property leads to, from each of its subjects.
// Where many keys are looked up again and again this takes a tenth of merging them with packed blocks.
//
//   ub:takesCourse in pso   x1 -> c4 c9   x2 -> c7      RankedBits: x1 0, x2 1, in the order of the rows: by shard
//                           begins 0 2 3                by number of the key; none if each has one value
//                           values 4 9 7                32-bit differences from the least, in the order of the rows
//
// So who asks for keys shard by shard, as a scan has them, goes through the arrays once.
//
// Made once twice as many blocks have been unpacked in merges behind the prefix as its rows take, since making it costs
// as much (EarnedCache). Only of orders with one column behind the key, where each key is in one shard, where values
// lie within four billion, and where it takes at most sixteen bytes a row.
//
// Local; any number of threads. Of the base alone, and of some of its shards: an image of a team has those of its own
// keys.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "quadstore/earned_cache.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/quad_prefix.hpp"
#include "quadstore/ranked_bits.hpp"

namespace quadrille {

class Generation;

class AdjacencyIndex {
 public:
  struct List {
    const std::uint32_t* begin;
    const std::uint32_t* end;
  };
  static constexpr std::size_t kSlack = 4;  // values that may be read behind the last list

  // Of the rows in `shards`, which are open; nullptr: it would take too much.
  static std::shared_ptr<const AdjacencyIndex> make(const Generation& generation, Permutation permutation,
                                                    const QuadPrefix& prefix, std::span<const ShardId> shards,
                                                    std::size_t most_bytes, const std::function<void()>& look);

  // The values of a key, less value(0), ascending; none: the key is not there.
  List find(Huri key) const {
    const RankedBits::Place place = keys_.find(key);
    const std::uint32_t there = place.is_there ? 1 : 0;
    if (has_one_each()) return {values_.data() + place.number, values_.data() + place.number + there};
    const std::uint32_t* const begins = begins_.data() + place.number;
    return {values_.data() + begins[0], values_.data() + begins[there]};
  }
  // Whether no key has two values.
  bool has_one_each() const { return begins_.empty(); }
  Huri value(std::uint32_t difference) const { return Huri(least_value_ + difference); }
  bool contains(Huri key) const { return keys_.find(key).is_there; }

  std::size_t size_bytes() const;

 private:
  AdjacencyIndex() = default;

  std::vector<RankedBits::Word> words_;
  RankedBits keys_;  // of these
  std::vector<std::uint32_t> begins_, values_;
  std::uint64_t least_value_ = 0;
};

class AdjacencyCache {
 public:
  explicit AdjacencyCache(std::size_t most_bytes);

  // Of rows behind `prefix` in shards begin .. end - 1, if they are there or their time has come; else nullptr. `look`
  // is called now and then while they are made, and may throw.
  std::shared_ptr<const AdjacencyIndex> get(const Generation& generation, Permutation permutation,
                                            const QuadPrefix& prefix, ShardId begin, ShardId end,
                                            const std::function<void()>& look);

  // `blocks` have been unpacked in merges of keys with these rows.
  void spend(Permutation permutation, const QuadPrefix& prefix, ShardId begin, ShardId end, std::uint64_t blocks);

  std::size_t used_bytes() const { return lists_.used_bytes(); }

 private:
  EarnedCache<AdjacencyIndex> lists_;
};

}  // namespace quadrille
