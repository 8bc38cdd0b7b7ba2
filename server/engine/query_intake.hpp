#pragma once

// A QueryIntake turns a request into what running it needs: the command with all its settings, the prepared query of
// its kind, and the options. Thread-safe. Each image that answers queries of a database has one for it; those of an
// image share a PlanCache.

#include "query/answer/plan_cache.hpp"
#include "query/answer/run_query.hpp"
#include "server/engine/database_id.hpp"
#include "server/engine/lane_command.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/state_table.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// Settings of all queries.
struct QueryRules {
  bool union_default_graph = false;
  PrefixRules prefixes;
};

class QueryIntake {
 public:
  // `plans` outlives it.
  QueryIntake(pgas::Job& job, query::PlanCache& plans, DatabaseId database, const QueryRules& rules);

  // The command for a query that sees this state, without the format of the answer.
  LaneCommand command(const QueryRequest& request, StateId state) const;
  // Likewise, for a text of the server itself, without the settings of requests.
  LaneCommand command(std::string text, StateId state) const;
  // Parses the command's query, or takes a prepared query of its kind from the cache.
  query::PlanCache::Use prepare(const LaneCommand& command);
  query::RunOptions options(const LaneCommand& command, const query::PlanCache::Use& query,
                            const Cancelled& cancelled) const;

  // Those of the cache, for all databases together.
  query::PlanCacheCounts counts() const { return plans_.counts(); }

 private:
  query::PlanCache& plans_;
  const DatabaseId database_;
  const std::uint64_t number_;  // of the database in the cache: a DatabaseId is used again, this is not
  const QueryRules rules_;
  const std::size_t heap_bytes_;
};

}  // namespace quadrille::server
