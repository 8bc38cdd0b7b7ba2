#pragma once

// The ServedEngine is the engine behind the endpoint: queries, updates and graphs of one Store, on image 0.

#include <memory>

#include "inferencer/rule_sets.hpp"
#include "inferencer/stored_rules.hpp"
#include "pgas/job.hpp"
#include "server/engine/compactor.hpp"
#include "server/engine/query_service.hpp"
#include "server/engine/store.hpp"
#include "server/engine/update_service.hpp"
#include "server/engine/why_service.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

struct EngineOptions {
  std::string read_only;                                 // the reason for refusing updates; empty: updates are accepted
  std::vector<std::string> allow_services, services_at;  // service_places.hpp
  UpdateRules rules;
  PrefixRules prefixes;
  std::size_t max_waiting = 64;  // limit of queries waiting for a lane
  CompactorOptions compaction;
  std::string listeners = "[]";  // of all groups, as JSON
  std::string rule_names;        // of the database, separated by spaces; empty: it has no rules
};

class ServedEngine final : public Engine {
 public:
  // Collective with run_engine_workers().
  ServedEngine(pgas::Job& job, Store& store, const EngineOptions& options);

  EngineFeatures features() const override {
    return {updates_ != nullptr, union_default_graph_, !services_.empty(), inferencer::entailment_regimes(rule_names_)};
  }
  void answer(const QueryRequest& request, AnswerSink& sink) override { queries_.answer(request, sink); }
  std::string health_json() override;

  WriteResult update(const UpdateRequest& request, const Cancelled& cancelled) override;
  bool graph_exists(const GraphTarget& target) override { return queries_.graph_exists(target); }
  void get_graph(const GraphRead& read, AnswerSink& sink) override { queries_.get_graph(read, sink); }
  WriteResult put_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) override;
  WriteResult post_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) override;
  WriteResult delete_graph(const GraphWrite& write, const Cancelled& cancelled) override;
  std::string compact(const CompactionRequest& request) override;
  std::string rules_json() override;
  RulesText rules_text(const std::string& name) override;
  std::string check_rules(const std::string& text) override;
  WhyAnswer why(const WhyRequest& request, const Cancelled& cancelled) override;
  std::string backup(const std::string& target, bool copy) override;

 private:
  // Throws if updates are not accepted.
  UpdateService& writer();
  // nullopt: the database has none.
  std::optional<inferencer::StoredRules> stored_rules();

  pgas::Job& job_;
  Store& store_;
  const std::string read_only_;
  const bool union_default_graph_;
  const std::string listeners_, rule_names_;
  const ServicePlaces services_;
  StatePins pins_;
  QueryService queries_;
  WhyService proofs_;
  std::unique_ptr<UpdateService> updates_;  // null if read-only, like the next one
  std::unique_ptr<Compactor> compactor_;
};

// Collective with ServedEngine, on the images other than 0: their work until it ends.
void run_engine_workers(pgas::Job& job, Store& store, bool read_only);

}  // namespace quadrille::server
