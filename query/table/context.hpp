#pragma once

// What a query in execution has: its team, its memory, the state of the data that it sees, its limits. One a query and
// image, used by one thread.

#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/snapshot.hpp"
#include "query/table/shard_span.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

class WorkMeter;

class Context {
 public:
  // Rows an operator hands on at a time: enough to pay for a collective step, few enough to stay in the cache.
  static constexpr std::size_t kChunkRows = 16384;

  Context(pgas::Team& its_team, pgas::QueryArena& its_arena, const Snapshot& its_snapshot,
          QueryDictionary& its_dictionary)
      : team(its_team), arena(its_arena), snapshot(its_snapshot), dictionary(its_dictionary) {}

  pgas::Team& team;
  pgas::QueryArena& arena;
  const Snapshot& snapshot;
  QueryDictionary& dictionary;
  Deadline deadline;
  std::function<bool()> cancelled;  // true: nobody wants the answer any more; may be empty
  std::size_t chunk_rows = kChunkRows;
  bool counts_work = false;    // whether operators tell what they cost (work.hpp): for a profile
  WorkMeter* meter = nullptr;  // then: of the operator that is running

  // Local. Looked at once a chunk; throws Error(timeout or cancelled), or what ends this image's part when another
  // one's has failed.
  void check() const {
    team.check_failed();
    if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
    if (deadline.passed()) fail(ErrorKind::timeout, "the query did not end within its time limit");
  }

  // The member of the team that owns a shard.
  int owner(ShardId shard) const { return member_of_shard(shard, team.size(), snapshot.shards()); }
  ShardSpan own_shards() const { return query::own_shards(team, snapshot.shards()); }

  // Where a lookup may read: everywhere, if all shards are open here. Else its own shards alone, so that each row is
  // found by one image; the planner and the operators bring keys to the owners of their shards (Snapshot::is_whole()).
  ShardSpan readable_shards() const { return snapshot.is_whole() ? ShardSpan{0, snapshot.shards()} : own_shards(); }
};

}  // namespace quadrille::query
