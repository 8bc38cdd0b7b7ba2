#pragma once

// The ServingJob has what all databases of a server share on image 0: the lanes, the thread of compactions and backups,
// the cache of prepared queries, and the settings that a running server can change. The other images run
// run_engine_workers().

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/live_value.hpp"
#include "pgas/job.hpp"
#include "query/answer/plan_cache.hpp"
#include "server/client/context_places.hpp"
#include "server/client/load_places.hpp"
#include "server/client/service_places.hpp"
#include "server/engine/backup_keeper.hpp"
#include "server/engine/compactor.hpp"
#include "server/engine/image_reports.hpp"
#include "server/engine/query_lanes.hpp"
#include "server/engine/store_table.hpp"
#include "server/engine/update_service.hpp"
#include "server/engine/writer_lanes.hpp"

namespace quadrille::server {

struct EngineOptions {
  std::string read_only;                                              // the reason for refusing updates; empty: none
  std::vector<std::string> allow_loads, allow_services, services_at;  // load_places.hpp, service_places.hpp
  ContextOptions contexts;
  UpdateRules rules;
  PrefixRules prefixes;
  std::size_t max_waiting = 64;  // limit of queries waiting for a lane
  CompactorOptions compaction;
  std::string listeners = "[]";  // of all groups, as JSON
};

class ServingJob {
 public:
  // The parts that only a server with updates has.
  struct Writing {
    Writing(pgas::Job& job, StoreTable& stores, const EngineOptions& options);
    ~Writing();

    WriterLanes lanes;
    Compactor compactor;
    BackupKeeper backups;  // ends before the compactor
  };

  // Collective with run_engine_workers().
  ServingJob(pgas::Job& job, StoreTable& stores, const EngineOptions& options);
  ServingJob(const ServingJob&) = delete;
  ServingJob& operator=(const ServingJob&) = delete;

  // Takes the places of LOAD, SERVICE and contexts, `max_waiting`, the share of changes, and, if updates can be
  // accepted at all, `read_only` from `next`. The result applies all of these, and does not throw. Throws Error(user)
  // for a malformed place. One caller at a time.
  std::function<void()> prepare(const EngineOptions& next);

  pgas::Job& job() const { return job_; }
  StoreTable& stores() const { return stores_; }
  const EngineOptions& options() const { return options_; }  // as they were at the start
  bool accepts_updates() const { return read_only_.get().empty(); }
  // Throws StatusError(403) if updates are not accepted.
  void expect_updates() const;
  const LiveValue<ServicePlaces>& services() const { return services_; }
  const LiveValue<LoadPlaces>& loads() const { return loads_; }
  const LiveValue<ContextPlaces>& contexts() const { return contexts_; }
  const std::shared_ptr<ContextCache>& context_cache() const { return context_cache_; }
  query::PlanCache& plans() { return plans_; }
  QueryLanes& lanes() { return lanes_; }
  // nullptr: updates are never accepted.
  Writing* writing() const { return writing_.get(); }
  ImageReports& reports() { return reports_; }

 private:
  pgas::Job& job_;
  StoreTable& stores_;
  const EngineOptions options_;
  LiveValue<std::string> read_only_;
  LiveValue<ServicePlaces> services_;
  LiveValue<LoadPlaces> loads_;
  LiveValue<ContextPlaces> contexts_;
  const std::shared_ptr<ContextCache> context_cache_ = std::make_shared<ContextCache>();
  query::PlanCache plans_;
  QueryLanes lanes_;
  std::unique_ptr<Writing> writing_;
  ImageReports reports_;
};

// Collective with ServingJob, on the images other than 0: their work until it ends.
void run_engine_workers(pgas::Job& job, StoreTable& stores, bool read_only);

}  // namespace quadrille::server
