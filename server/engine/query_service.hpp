#pragma once

// A QueryService answers queries: it takes a query from an HTTP thread, pins the state that the query sees, chooses the
// images that run it, and streams the answer.
//
//   few rows expected     the HTTP thread alone (a team of one): reads the memory of all images of its group, or, in
//                         a job of several groups, its whole view (whole_view.hpp)
//   more, or no whole     all images, in a lane that is free (query_lanes.hpp)
//   view
//
// Caches parse results and join orders for queries that differ only in their constants (query/answer/plan_cache.hpp).
// Of queries that run in lanes, the other images parse and plan the text that they receive; in one group, by the join
// orders of the plan that image 0 has made before.
//
// One object for each database, on image 0; the other images run LaneWorkers.

#include <functional>

#include "base/live_value.hpp"
#include "pgas/job.hpp"
#include "server/client/context_places.hpp"
#include "server/client/service_places.hpp"
#include "server/engine/query_intake.hpp"
#include "server/engine/query_lanes.hpp"
#include "server/engine/store.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

class QueryService {
 public:
  // The places of SERVICE and of contexts for answers, which may change at any time.
  struct Places {
    const LiveValue<ServicePlaces>& services;
    const LiveValue<ContextPlaces>& contexts;
    std::shared_ptr<ContextCache> context_cache;
  };

  QueryService(pgas::Job& job, QueryLanes& lanes, query::PlanCache& plans, DatabaseId id, const Store& store,
               StatePins& pins, const Places& places, const QueryRules& rules);
  QueryService(const QueryService&) = delete;
  QueryService& operator=(const QueryService&) = delete;

  // Parses the query and chooses the format of its answer.
  void check(const QueryRequest& request);
  void answer(const QueryRequest& request, AnswerSink& sink);

  // A graph exists as long as it has triples; the default graph always exists.
  bool graph_exists(const GraphTarget& target, const GraphRights& rights);
  void get_graph(const GraphRead& read, AnswerSink& sink);

  query::PlanCacheCounts plan_counts() const { return intake_.counts(); }

 private:
  // A command and its parsed query, with the cached join orders of its kind.
  struct Asked {
    const LaneCommand& command;
    const query::PlanCache::Use& query;
    query::RunOptions options;
    LaneUser user = {};
  };
  Asked asked(const LaneCommand& command, const query::PlanCache::Use& query, const Cancelled& cancelled,
              RunProgress* progress = nullptr, const LaneUser& user = {}) const;
  // Runs it in its state, which is pinned. Calls `in_lane` with the lane that it holds, and with -1 when it no longer
  // holds one.
  void run(const Asked& asked, const query::PieceSink& pieces, const std::function<void(int)>& in_lane = {});
  void run_in_lane(const Asked& asked, const ServedState& state, const query::RunOptions& options, double rows,
                   const query::PieceSink& pieces, const std::function<void(int)>& in_lane);
  // Waits for a lane and calls work(its number) in its thread.
  void in_lane_thread(const Asked& asked, double rows, const std::function<void(int)>& in_lane,
                      const std::function<void(int)>& work);
  void stream(Asked asked, AnswerSink& sink);
  // The explanation that the command requests. This image plans it alone if it can read all inputs of the planning.
  query::Explanation explanation(Asked question);
  // A command about one graph, which becomes the default graph of its dataset.
  LaneCommand graph_command(StateId state, std::string text, const GraphTarget& target,
                            const GraphRights& rights) const;
  bool has_triples(StateId state, const GraphTarget& target, const GraphRights& rights);

  pgas::Job& job_;
  QueryLanes& lanes_;
  const Store& store_;
  StatePins& pins_;
  const Places places_;
  QueryIntake intake_;
};

}  // namespace quadrille::server
