#pragma once

// The quads of a database as lines: N-Triples for the default graph, N-Quads for named graphs; together they are
// N-Quads. Blank nodes are written as _:b<counter>, the same for the same node in every dump of a generation.
//
//   dump_quads(database, shards_of_member(rank, size, V), [&](std::string_view lines) { file.write(lines); });
//
// Every quad is in one shard's dump, so images dump their own shards beside each other. Cost: about 1 us a quad;
// memory: one piece and the terms of 1024 rows.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "loader/database.hpp"

namespace quadrille {

// Local. Calls take(lines), whole lines of some 64 KB, for the quads of these (opened) shards: those of the default
// graph, then those of named graphs, shard by shard, in order of subject. What `take` throws comes out.
void dump_quads(const Database& database, std::span<const ShardId> shards,
                const std::function<void(std::string_view)>& take);

// The shards of one of several members that share the work: consecutive ones, as in a build.
std::vector<ShardId> shards_of_member(int member, int members, std::uint32_t shards);

}  // namespace quadrille
