#pragma once

// A ShardSpan is the range of shards that an image of a team reads. Shards are divided into consecutive ranges, in the
// order of the members, as evenly as possible (base/consecutive_shares.hpp). The build and the opening of a database
// use the same division.

#include <algorithm>
#include <cstdint>

#include "base/consecutive_shares.hpp"
#include "base/ids.hpp"
#include "pgas/team.hpp"

namespace quadrille::query {

// Shards begin .. end-1; empty if end <= begin.
struct ShardSpan {
  std::uint32_t begin = 0, end = 0;

  constexpr bool has(ShardId shard) const { return index(shard) >= begin && index(shard) < end; }
  constexpr ShardSpan within(ShardSpan other) const { return {std::max(begin, other.begin), std::min(end, other.end)}; }
  constexpr bool operator==(const ShardSpan&) const = default;
};

constexpr int member_of_shard(ShardId shard, int members, std::uint32_t shards) {
  return taker_of(index(shard), shards, members);
}

// The shards of one member.
constexpr ShardSpan shards_of_member(int member, int members, std::uint32_t shards) {
  return {static_cast<std::uint32_t>(share_begin(member, shards, members)),
          static_cast<std::uint32_t>(share_begin(member + 1, shards, members))};
}

inline ShardSpan own_shards(const pgas::Team& team, std::uint32_t shards) {
  return shards_of_member(team.rank(), team.size(), shards);
}

}  // namespace quadrille::query
