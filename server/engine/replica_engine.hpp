#pragma once

// A ReplicaEngine is the engine behind a listener of another group than image 0's (serve --listen all). It answers
// short queries alone, on the whole view of its image, and leaves everything else to image 0, by throwing Elsewhere
// before anything of an answer is written; the connection then relays the request (server/http/relay.hpp).
//
// Queries see every update that was acknowledged before they came, wherever it was sent (Store::newest_committed()).

#include <atomic>
#include <memory>
#include <string>

#include "base/live_value.hpp"
#include "pgas/job.hpp"
#include "pgas/wait.hpp"
#include "query/answer/plan_cache.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/algorithms/table_text.hpp"
#include "server/client/service_places.hpp"
#include "server/engine/image_health.hpp"
#include "server/engine/query_intake.hpp"
#include "server/engine/store_table.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

struct ReplicaOptions {
  EngineFeatures features;  // of image 0's engine, without the regimes
  QueryRules rules;
  std::string listeners;  // all of them, as JSON (listeners_json())
};

class ReplicaEngine final : public Engine {
 public:
  // Shared by the engines of all databases at a listener, and outlives them.
  struct Shared {
    query::PlanCache& plans;
    const LiveValue<ServicePlaces>& services;  // image 0's, as this image knows them, like the next one
    const std::atomic<bool>& accepts_updates;
  };

  // Local. Waits for the versions of its database that image 0 announces (Job::announced()).
  ReplicaEngine(pgas::Job& job, StoreTable& stores, DatabaseId id, const Shared& shared, const ReplicaOptions& options);

  std::string algorithms_json() const override { return table_json(algorithms()); }
  EngineFeatures features() const override {
    EngineFeatures features = options_.features;
    features.updates = shared_.accepts_updates;
    features.services = !shared_.services.get().empty();
    features.entailment = entailment_of(store_);
    return features;
  }
  void answer(const QueryRequest& request, AnswerSink& sink) override;
  std::string health_json() override;
  EngineMetrics metrics() override;
  DatabaseMetrics database_metrics() override { return state_metrics(store_); }

  WriteResult update(const UpdateRequest&, const Cancelled&) override { throw Elsewhere(); }

 private:
  pgas::Job& job_;
  StoreTable& stores_;
  const std::shared_ptr<Store> its_store_;
  Store& store_;
  const Shared shared_;
  const pgas::SharedWord& announced_;
  const ReplicaOptions options_;
  QueryIntake intake_;
};

}  // namespace quadrille::server
