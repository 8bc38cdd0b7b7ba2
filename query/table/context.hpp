#pragma once

// A Context holds what a running query needs: its team, memory, view of the data and limits. There is one for each
// query and image; one thread uses it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/run_progress.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "query/table/graph_view.hpp"
#include "query/table/shard_span.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

class WorkMeter;

class Context {
 public:
  // Number of rows that an operator returns at a time: enough to pay for a collective step, few enough to stay in the
  // cache.
  static constexpr std::size_t kChunkRows = 16384;

  Context(pgas::Team& its_team, pgas::QueryArena& its_arena, GraphView its_data, QueryDictionary& its_dictionary)
      : team(its_team), arena(its_arena), data(std::move(its_data)), dictionary(its_dictionary) {}

  pgas::Team& team;
  pgas::QueryArena& arena;
  GraphView data;
  QueryDictionary& dictionary;
  Deadline deadline;
  std::function<bool()> cancelled;  // true: the answer is no longer wanted; may be empty
  RunProgress* progress = nullptr;  // of this image's part, if another thread watches it
  std::size_t chunk_rows = kChunkRows;
  bool counts_work = false;    // operators measure their cost (work.hpp), for a profile
  WorkMeter* meter = nullptr;  // the meter of the running operator, if counts_work

  // Local. Called once a chunk. Throws Error(timeout or cancelled), or ends this image's part if another image has
  // failed.
  void check() const {
    team.check_failed();
    if (progress) progress->see(arena.used_bytes(), team.counters().sent_bytes);
    if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the query was cancelled");
    if (deadline.passed()) fail(ErrorKind::timeout, "the query did not end within its time limit");
  }

  // The member of the team that owns a shard.
  int owner(ShardId shard) const { return member_of_shard(shard, team.size(), data.shards()); }
  ShardSpan own_shards() const { return query::own_shards(team, data.shards()); }

  // The shards that a lookup may read: all of them if all are open here, else this image's own, so that each row is
  // found by one image. In the second case the planner and the operators send keys to the owners of their shards
  // (GraphView::is_whole()).
  ShardSpan readable_shards() const { return data.is_whole() ? ShardSpan{0, data.shards()} : own_shards(); }
};

}  // namespace quadrille::query
