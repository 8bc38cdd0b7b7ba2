#pragma once

// The ServedEngine is the engine behind the endpoint: queries, updates and graphs of one Store, on image 0.

#include <functional>
#include <memory>

#include "base/live_value.hpp"
#include "pgas/job.hpp"
#include "query/answer/plan_cache.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/algorithms/table_text.hpp"
#include "server/engine/backup_keeper.hpp"
#include "server/engine/compactor.hpp"
#include "server/engine/image_reports.hpp"
#include "server/engine/query_service.hpp"
#include "server/engine/store_table.hpp"
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
  std::string listeners = "[]";     // of all groups, as JSON
  std::vector<BackupPlan> backups;  // scheduled ones
};

class ServedEngine final : public Engine {
 public:
  // Collective with run_engine_workers().
  ServedEngine(pgas::Job& job, StoreTable& stores, DatabaseId id, const EngineOptions& options);
  ~ServedEngine() override;

  std::string algorithms_json() const override { return table_json(algorithms()); }
  // Takes the places of LOAD and SERVICE, `max_waiting`, the share of changes, and, if updates can be accepted at all,
  // `read_only` from `next`. The result applies all of these, and does not throw. Throws Error(user) for a malformed
  // place. One caller at a time.
  std::function<void()> prepare(const EngineOptions& next);

  EngineFeatures features() const override {
    return {accepts_updates(), union_default_graph_, !services_.get().empty(), entailment_of(store_)};
  }
  void check(const QueryRequest& request) override { queries_.check(request); }
  void check(const UpdateRequest& request) override { writer().check(request); }
  void answer(const QueryRequest& request, AnswerSink& sink) override { queries_.answer(request, sink); }
  std::string health_json() override;
  EngineMetrics metrics() override;

  WriteResult update(const UpdateRequest& request, const Cancelled& cancelled) override;
  bool graph_exists(const GraphTarget& target) override { return queries_.graph_exists(target); }
  void get_graph(const GraphRead& read, AnswerSink& sink) override { queries_.get_graph(read, sink); }
  WriteResult put_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) override;
  WriteResult post_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) override;
  WriteResult delete_graph(const GraphWrite& write, const Cancelled& cancelled) override;
  std::string compact(const CompactionRequest& request) override;
  std::string rules_json() override;
  std::string rules_status_json() override { return store_.watch()->to_json(); }
  RulesText rules_text(const std::string& name) override;
  WriteResult change_rules(const RulesChange& change, const Cancelled& cancelled) override;
  std::string check_rules(const RulesChange::Put& text) override;
  WhyAnswer why(const WhyRequest& request, const Cancelled& cancelled) override;
  std::string backup(const std::string& target, bool copy) override;

 private:
  bool accepts_updates() const { return read_only_.get().empty(); }
  // Throws if updates are not accepted.
  UpdateService& writer();
  void accept_updates(const EngineOptions& options);
  // With the images other than 0 left out.
  EngineMetrics own_metrics() const;

  pgas::Job& job_;
  StoreTable& stores_;
  const DatabaseId id_;
  const std::shared_ptr<Store> its_store_;
  Store& store_;
  LiveValue<std::string> read_only_;
  const bool union_default_graph_;
  const std::string listeners_;
  LiveValue<ServicePlaces> services_;
  StatePins pins_;
  QueryLanes lanes_;
  std::unique_ptr<WriterLanes> writers_;  // null if it was opened read-only
  query::PlanCache plans_;
  QueryService queries_;
  WhyService proofs_;
  std::unique_ptr<UpdateService> updates_;  // null if it was opened read-only, like the next one
  std::unique_ptr<Compactor> compactor_;
  std::unique_ptr<BackupKeeper> backups_;  // ends before the compactor
  std::unique_ptr<ImageReports> reports_;
};

// Collective with ServedEngine, on the images other than 0: their work until it ends.
void run_engine_workers(pgas::Job& job, StoreTable& stores, bool read_only);

}  // namespace quadrille::server
