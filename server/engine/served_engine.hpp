#pragma once

// The ServedEngine is the engine behind the endpoint for one database: its queries, updates and graphs, on image 0. The
// databases of a server share a ServingJob.

#include <memory>
#include <string>
#include <vector>

#include "server/algorithms/algorithms.hpp"
#include "server/algorithms/table_text.hpp"
#include "server/engine/backup_schedule.hpp"
#include "server/engine/query_service.hpp"
#include "server/engine/serving_job.hpp"
#include "server/engine/store_table.hpp"
#include "server/engine/update_service.hpp"
#include "server/engine/why_service.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

class ServedEngine final : public Engine {
 public:
  // Local. The database is in the StoreTable; `backups`: its scheduled ones.
  ServedEngine(ServingJob& serving, DatabaseId id, const std::vector<BackupPlan>& backups);
  // Ends the compaction and the backup of the database that run. Needs that nothing else of the engine is used.
  ~ServedEngine() override;

  void end_work() override {
    if (updates_) serving_.writing()->compactor.leave(id_);
  }
  std::string algorithms_json() const override { return table_json(algorithms()); }
  EngineFeatures features() const override {
    return {serving_.accepts_updates(), serving_.options().rules.union_default_graph,
            !serving_.services().get().empty(), entailment_of(store_)};
  }
  void check(const QueryRequest& request) override { queries_.check(request); }
  void check(const UpdateRequest& request) override { writer().check(request); }
  void answer(const QueryRequest& request, AnswerSink& sink) override { queries_.answer(request, sink); }
  std::string health_json() override;
  EngineMetrics metrics() override;
  DatabaseMetrics database_metrics() override;

  WriteResult update(const UpdateRequest& request, const Cancelled& cancelled) override;
  bool graph_exists(const GraphTarget& target, const GraphRights& rights) override {
    return queries_.graph_exists(target, rights);
  }
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
  // Throws if updates are not accepted.
  UpdateService& writer();
  // With the images other than 0 left out.
  EngineMetrics own_metrics() const;

  ServingJob& serving_;
  const DatabaseId id_;
  const std::shared_ptr<Store> its_store_;
  Store& store_;
  StatePins pins_;
  QueryService queries_;
  WhyService proofs_;
  std::unique_ptr<UpdateService> updates_;  // null if updates are never accepted
};

}  // namespace quadrille::server
