#pragma once

// The engine behind the endpoint: takes a query from an HTTP thread, chooses who runs it, streams the answer.
//
//   few rows expected     the HTTP thread alone, reading the memory of all images of its group (a team of one)
//   more, or several      all images, in a lane that is free: image 0 tells the others by the lane's mailbox
//   groups
//
// One object on image 0; the other images run LaneWorkers.

#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "base/clock.hpp"
#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "query/run_query.hpp"
#include "server/engine.hpp"
#include "server/served_database.hpp"

namespace quadrille::server {

struct ServiceOptions {
  bool union_default_graph = false;
};

class QueryService final : public Engine {
 public:
  // Collective with LaneWorkers: a mailbox a lane.
  QueryService(pgas::Job& job, const ServedDatabase& database, ServiceOptions options);
  // Ends the other images' LaneWorkers. No answer() may be running.
  ~QueryService() override;

  void answer(const QueryRequest& request, AnswerSink& sink) override;
  std::string health_json() override;

 private:
  bool runs_alone(pgas::Team& solo, const parser::Query& query, const query::RunOptions& options) const;
  // Waits for a free lane, at most until the query's time is up.
  int take_lane(const Deadline& deadline, AnswerSink& sink);
  void free_lane(int lane);

  pgas::Job& job_;
  const ServedDatabase& database_;
  const ServiceOptions options_;
  std::vector<std::unique_ptr<pgas::Mailbox>> mailboxes_;  // by lane
  std::mutex mutex_;
  std::condition_variable lane_freed_;
  std::vector<int> free_lanes_;
};

}  // namespace quadrille::server
