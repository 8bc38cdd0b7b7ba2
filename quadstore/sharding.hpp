#pragma once

// Functions that assign terms to shards, and the shard order of tables that are distributed by a term.
//
// A base is divided into V shards when it is built (V >= 8, usually a multiple of the images). The hash is that of
// bits >> kShardGrainBits: 64 neighbouring ids stay together, so that sorted columns of a shard have long stretches of
// consecutive ids (small differences, few vocabulary blocks), while any larger range of ids is distributed evenly.
//
//   shard_of(x, V) = high half of (mix(x >> 6) * V)        one multiplication to mix, one to scale: no division
//
// Shard order is (shard(x), x): the order of the terms of a sharded column when a team reads its shards one after
// another. Two tables in shard order of the same variable can be merged shard by shard.
//
// The number of a stored triple term begins with its shard, that of its subject: so a triple, its triple term, and the
// quads that have the triple term as object are in one shard.
//
//   payload of a triple term (59 bits)     | shard : 20 | row : 39 |
//
// Grain and hash are part of the file format; the manifest records the grain.

#include <cstdint>

#include "base/ids.hpp"
#include "dictionary/huri.hpp"

namespace quadrille {

inline constexpr int kShardGrainBits = 6;  // a word of RankedBits is in one shard
inline constexpr std::uint32_t kMinShards = 8;
inline constexpr std::uint32_t kMaxShards = 1 << 20;

inline constexpr std::uint64_t kStableTripleTerm = Huri::make(HuriKind::triple_term, 0).bits() >> Huri::kPayloadBits;
inline constexpr int kTripleRowBits = 39;
static_assert(std::uint64_t{kMaxShards} << kTripleRowBits == std::uint64_t{1} << Huri::kPayloadBits);

constexpr Huri make_triple_huri(ShardId shard, std::uint64_t row) {
  return Huri::make(HuriKind::triple_term, std::uint64_t{index(shard)} << kTripleRowBits | row);
}
// Of the HURI of a stored triple term.
constexpr ShardId triple_shard(Huri huri) {
  return ShardId(static_cast<std::uint32_t>(huri.payload() >> kTripleRowBits));
}
constexpr std::uint64_t triple_row_number(Huri huri) {
  return huri.payload() & ((std::uint64_t{1} << kTripleRowBits) - 1);
}

constexpr std::uint64_t shard_hash(Huri huri) {
  std::uint64_t grain = huri.bits() >> kShardGrainBits;
  grain ^= grain >> 29;  // inline values (doubles, times) differ in their high bits only
  grain *= 0x9e3779b97f4a7c15;
  grain ^= grain >> 32;
  return grain * 0xd6e8feb86659fd93;
}

constexpr ShardId shard_of(Huri huri, std::uint32_t shards) {
  if (huri.bits() >> Huri::kPayloadBits == kStableTripleTerm && index(triple_shard(huri)) < shards) [[unlikely]]
    return triple_shard(huri);
  return ShardId(static_cast<std::uint32_t>(((shard_hash(huri) >> 32) * shards) >> 32));
}

// Compares in shard order: by shard first, by HURI within a shard.
class ShardOrder {
 public:
  constexpr explicit ShardOrder(std::uint32_t shards) : shards_(shards) {}
  constexpr bool operator()(Huri a, Huri b) const {
    const ShardId shard_a = shard_of(a, shards_), shard_b = shard_of(b, shards_);
    return shard_a != shard_b ? shard_a < shard_b : a < b;
  }

 private:
  std::uint32_t shards_;
};

}  // namespace quadrille
