#pragma once

// Which shards an image of a team reads. Shards are dealt out as consecutive ranges, in the order of the members, as
// many to each as can be; the build and the opening of a database do the same.
//
//   member_of_shard(s) = s * members / shards

#include <algorithm>
#include <cstdint>

#include "base/ids.hpp"
#include "pgas/team.hpp"

namespace quadrille::query {

// begin .. end-1; empty if end <= begin.
struct ShardSpan {
  std::uint32_t begin = 0, end = 0;

  constexpr bool has(ShardId shard) const { return index(shard) >= begin && index(shard) < end; }
  constexpr ShardSpan within(ShardSpan other) const { return {std::max(begin, other.begin), std::min(end, other.end)}; }
  constexpr bool operator==(const ShardSpan&) const = default;
};

constexpr int member_of_shard(ShardId shard, int members, std::uint32_t shards) {
  return static_cast<int>(std::uint64_t{index(shard)} * static_cast<std::uint64_t>(members) / shards);
}

// The shards of one member.
constexpr ShardSpan shards_of_member(int member, int members, std::uint32_t shards) {
  const auto first = [&](int of) {
    const auto count = static_cast<std::uint64_t>(members);
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(of) * shards + count - 1) / count);
  };
  return {first(member), first(member + 1)};
}

inline ShardSpan own_shards(const pgas::Team& team, std::uint32_t shards) {
  return shards_of_member(team.rank(), team.size(), shards);
}

}  // namespace quadrille::query
