#pragma once

// A QueryService answers queries: it takes a query from an HTTP thread, pins the state that the query sees, chooses the
// images that run it, and streams the answer.
//
//   few rows expected     the HTTP thread alone, reading the memory of all images of its group (a team of one)
//   more, or several      all images, in a lane that is free, at low priority: image 0 posts a command to the lane's
//   groups                mailbox
//
// Caches parse results and join orders for queries that differ only in their constants (query/answer/plan_cache.hpp).
// Of queries that run in lanes, the other images parse and plan the text that they receive.
//
// One object on image 0; the other images run LaneWorkers.

#include <functional>
#include <memory>
#include <vector>

#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "query/answer/plan_cache.hpp"
#include "query/answer/run_query.hpp"
#include "server/client/service_places.hpp"
#include "server/engine/lane_command.hpp"
#include "server/engine/lane_pool.hpp"
#include "server/engine/lane_thread.hpp"
#include "server/engine/lanes.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/engine/store.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// Settings of all queries.
struct QueryRules {
  bool union_default_graph = false;
  PrefixRules prefixes;
  std::size_t max_waiting = 64;  // queries that wait for a lane
};

class QueryService {
 public:
  // Collective with LaneWorkers: a mailbox a lane.
  QueryService(pgas::Job& job, const Store& store, StatePins& pins, const ServicePlaces& services,
               const QueryRules& rules);
  // Ends the other images' LaneWorkers. Nothing may be running.
  ~QueryService();
  QueryService(const QueryService&) = delete;
  QueryService& operator=(const QueryService&) = delete;

  void answer(const QueryRequest& request, AnswerSink& sink);

  // The triples of one graph, which is there as long as it has some; the default graph always is.
  bool graph_exists(const GraphTarget& target);
  void get_graph(const GraphRead& read, AnswerSink& sink);

  LanePool::Load load() const { return lanes_.load(); }
  query::PlanCacheCounts plan_counts() const { return plans_.counts(); }

 private:
  // A command, and its query: parsed, with the join orders of its kind.
  struct Asked {
    const LaneCommand& order;
    const query::PlanCache::Use& query;
    query::RunOptions options;
  };
  Asked asked(const LaneCommand& order, const query::PlanCache::Use& query, const Cancelled& cancelled) const;
  query::PlanCache::Use prepare(const LaneCommand& order);
  // Runs it in the state that it names, which is pinned. `in_lane` is told the lane that it holds, and -1 when it holds
  // none any more.
  void run(const Asked& asked, const query::PieceSink& pieces, const std::function<void(int)>& in_lane = {});
  void run_in_lane(const Asked& asked, double rows, const query::PieceSink& pieces,
                   const std::function<void(int)>& in_lane);
  void stream(const LaneCommand& order, const query::PlanCache::Use& query, AnswerSink& sink);
  // The explanation that the command requests, planned by this image alone if it sees everything that the plan depends
  // on.
  query::Explanation explanation(const LaneCommand& order, const query::PlanCache::Use& query,
                                 const Cancelled& cancelled);
  // A command about one graph, which is the default graph of its dataset.
  LaneCommand graph_order(StateId state, std::string text, const GraphTarget& target) const;
  bool has_triples(StateId state, const GraphTarget& target);

  pgas::Job& job_;
  const Store& store_;
  StatePins& pins_;
  const ServicePlaces& services_;
  const QueryRules rules_;
  const std::size_t heap_bytes_;
  query::PlanCache plans_;
  std::vector<std::unique_ptr<pgas::Mailbox>> mailboxes_;  // by lane; none where there is one image
  LanePool lanes_;
  std::vector<std::unique_ptr<LaneThread>> threads_;  // by lane
};

}  // namespace quadrille::server
