#pragma once

// A Compactor decides when a database needs a new generation, and makes it: on image 0, in its own thread, one at a
// time of all databases of the server. Backups use the same lane. The other images run run_compactor_worker().
//
//   on request         compact(), backup()                                wait until it is done
//   images without     a rebuild with as many shards as a build by these images makes
//   shards
//   by threshold       changes are a share of the quads in the files      then a rebuild if many terms are new
//                      terms of updates fill an eighth of the memory      a rebuild; those of failed updates go with it

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <thread>

#include "base/clock.hpp"
#include "loader/backup/write_backup.hpp"
#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"
#include "server/engine/compaction.hpp"
#include "server/engine/database_id.hpp"
#include "server/engine/store.hpp"
#include "server/engine/store_table.hpp"
#include "server/engine/update_service.hpp"
#include "server/http/engine_metrics.hpp"

namespace quadrille::server {

struct CompactorOptions {
  double changed_share = 0.1;  // of the quads in the files; 0: only on request
  double work_share = 0.5;     // of an image's time, for a compaction without a request
};

class Compactor {
 public:
  // A database and what changes it; they outlive remove().
  struct Served {
    Store& store;
    StatePins& pins;
    UpdateService& updates;
  };

  // Collective with run_compactor_worker(): the lane's mailbox.
  Compactor(pgas::Job& job, LaneTraffic& traffic, const CompactorOptions& options);
  // Cancels the running work and ends the workers.
  ~Compactor();
  // From any thread. Cancels the running work, and refuses more.
  void stop();
  Compactor(const Compactor&) = delete;
  Compactor& operator=(const Compactor&) = delete;

  // From any thread, like all that follow.
  void add(DatabaseId id, const Served& database);
  // Cancels the work for a database, and refuses more.
  void leave(DatabaseId id);
  // The same. Returns when nothing of it is in use here.
  void remove(DatabaseId id);
  // Another CompactorOptions::changed_share from now on.
  void set_changed_share(double share) { changed_share_ = share; }
  // Returns when the server uses the new generation, with a report as JSON; throws Error.
  std::string compact(DatabaseId id, const CompactionRequest& request);
  // Backs up the newest state to the folder `target` on image 0's host. Returns a report as JSON.
  std::string backup(DatabaseId id, const std::string& target, const quadrille::BackupOptions& options);
  // Of all databases.
  EngineMetrics::Writes counts() const;
  // The end of the last backup that has succeeded; 0: none since the start.
  std::time_t last_backup(DatabaseId id) const;
  // The running step of a compaction as JSON, {"step": ..., "done": a share}; null if none runs.
  nlohmann::json progress_json(DatabaseId id) const;

 private:
  struct Request {
    DatabaseId id = kDefaultDatabase;
    std::function<std::string(const Served&)> run;
    std::string told = {};
    std::exception_ptr error = nullptr;
    bool done = false;
  };
  struct Entry {
    Served database;
    std::time_t last_backup = 0;
    std::optional<Deadline> retry = {};  // of a compaction without a request that has failed
    bool leaves = false;
  };

  std::string submit(DatabaseId id, std::function<std::string(const Served&)> run);
  // Runs `work` and counts it.
  void count(WorkCounts EngineMetrics::Writes::*kind, const std::function<void()>& work);
  void work();
  void run_request(std::unique_lock<std::mutex>& lock, Request& request);
  void run_due(std::unique_lock<std::mutex>& lock);
  std::optional<CompactionRequest> due(const Store& store) const;
  void tell(const CompactionProgress& progress);
  CompactionReport run(DatabaseId id, const Served& database, const CompactionRequest& request, double work_share);
  bool wait_for_queries(const StatePins& pins, std::uint64_t generation);
  // The server or the database for which it works ends.
  bool stopping() const;
  bool is_stopping() const;  // the same, with the mutex

  pgas::Job& job_;
  LaneTraffic& traffic_;
  const double work_share_;
  std::atomic<double> changed_share_;
  pgas::Mailbox mailbox_;
  mutable std::mutex mutex_;  // of the following members
  std::condition_variable changed_;
  bool stop_ = false;
  std::map<DatabaseId, Entry> databases_;
  std::optional<DatabaseId> current_;  // for which the thread works
  Request* request_ = nullptr;         // the current request
  std::optional<CompactionProgress> progress_;
  Stopwatch since_told_;
  EngineMetrics::Writes counts_;
  std::thread thread_;
};

// Collective with Compactor, on the images other than 0. Returns when the Compactor ends.
void run_compactor_worker(pgas::Job& job, StoreTable& stores);

}  // namespace quadrille::server
