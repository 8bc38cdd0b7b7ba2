#pragma once

// Answers queries: takes one from an HTTP thread, pins the state that it sees, chooses who runs it, streams the answer.
//
//   few rows expected     the HTTP thread alone, reading the memory of all images of its group (a team of one)
//   more, or several      all images, in a lane that is free: image 0 tells the others by the lane's mailbox
//   groups
//
// One object on image 0; the other images run LaneWorkers.

#include <functional>
#include <memory>
#include <vector>

#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "query/run_query.hpp"
#include "server/engine.hpp"
#include "server/lane_order.hpp"
#include "server/lane_pool.hpp"
#include "server/lanes.hpp"
#include "server/service_places.hpp"
#include "server/store.hpp"

namespace quadrille::server {

// What holds for all queries.
struct QueryRules {
  bool union_default_graph = false;
  bool default_prefixes = false;  // of requests that say nothing of it
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

 private:
  query::RunOptions run_options(const LaneOrder& order, const Cancelled& cancelled) const;
  // Runs an order in the state that it names, which is pinned. `in_lane` is told the lane that it holds, and -1 when it
  // holds none any more.
  void run(const LaneOrder& order, const parser::Query& query, const query::RunOptions& options,
           const query::PieceSink& pieces, const std::function<void(int)>& in_lane = {});
  void stream(const LaneOrder& order, const parser::Query& query, AnswerSink& sink);
  // What the order asks to be explained, planned by this image alone where it sees all that the plan rests on.
  query::Explanation explanation(const LaneOrder& order, const parser::Query& query, const Cancelled& cancelled);
  // An order about one graph, which stands as the default graph of its dataset.
  LaneOrder graph_order(StateId state, std::string text, const GraphTarget& target) const;
  bool has_triples(StateId state, const GraphTarget& target);
  bool runs_alone(pgas::Team& solo, const ServedState& state, const parser::Query& query,
                  const query::RunOptions& options) const;

  pgas::Job& job_;
  const Store& store_;
  StatePins& pins_;
  const ServicePlaces& services_;
  const QueryRules rules_;
  std::vector<std::unique_ptr<pgas::Mailbox>> mailboxes_;  // by lane
  LanePool lanes_{kQueryLanes};
};

}  // namespace quadrille::server
