#pragma once

// A Compactor decides when to make a new generation, and makes it: on image 0, in its own thread, one at a time.
// Backups use the same lane. The other images run run_compactor_worker().
//
//   on request         compact(), backup()                                wait until it is done
//   images without     a rebuild with as many shards as a build by these images makes
//   shards
//   by threshold       changes are a share of the quads in the files      then a rebuild if many terms are new
//                      terms of updates fill an eighth of the memory      a rebuild; those of failed updates go with it

#include <atomic>
#include <condition_variable>
#include <functional>
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
#include "server/engine/store.hpp"
#include "server/engine/update_service.hpp"
#include "server/http/engine_metrics.hpp"

namespace quadrille::server {

struct CompactorOptions {
  double changed_share = 0.1;  // of the quads in the files; 0: only on request
  double work_share = 0.5;     // of an image's time, for a compaction without a request
};

class Compactor {
 public:
  // Collective with run_compactor_worker(): the lane's mailbox.
  Compactor(pgas::Job& job, LaneTraffic& traffic, Store& store, StatePins& pins, UpdateService& updates,
            const CompactorOptions& options);
  // Cancels the running work and ends the workers.
  ~Compactor();
  // From any thread. Cancels the running work, and refuses more.
  void stop();
  Compactor(const Compactor&) = delete;
  Compactor& operator=(const Compactor&) = delete;

  // From any thread. Another CompactorOptions::changed_share from now on.
  void set_changed_share(double share) { changed_share_ = share; }
  // From any thread. Returns when the server uses the new generation, with a report as JSON; throws Error.
  std::string compact(const CompactionRequest& request);
  // From any thread. Backs up the newest state to the folder `target` on image 0's host. Returns a report as JSON.
  std::string backup(const std::string& target, const quadrille::BackupOptions& options);
  // From any thread.
  WorkCounts compactions() const;
  WorkCounts backups() const;
  // From any thread. The running step of a compaction as JSON, {"step": ..., "done": a share}; null if none runs.
  nlohmann::json progress_json() const;

 private:
  struct Request {
    std::function<std::string()> run;
    std::string told;
    std::exception_ptr error;
    bool done = false;
  };

  // Of one kind of work each; of the mutex.
  struct Counts {
    WorkCounts compactions, backups;
  };

  std::string submit(std::function<std::string()> run);
  // Runs `work` and counts it.
  void count(WorkCounts Counts::*kind, const std::function<void()>& work);
  void work();
  std::optional<CompactionRequest> due() const;
  void tell(const CompactionProgress& progress);
  CompactionReport run(const CompactionRequest& request, double work_share);
  bool wait_for_queries(std::uint64_t generation);
  bool stopping() const;

  pgas::Job& job_;
  LaneTraffic& traffic_;
  Store& store_;
  StatePins& pins_;
  UpdateService& updates_;
  const double work_share_;
  std::atomic<double> changed_share_;
  pgas::Mailbox mailbox_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stop_ = false;
  Request* request_ = nullptr;  // the current request
  std::optional<CompactionProgress> progress_;
  Stopwatch since_told_;
  Counts counts_;
  std::thread thread_;
};

// Collective with Compactor, on the images other than 0. Returns when the Compactor ends.
void run_compactor_worker(pgas::Job& job, StoreTable& stores);

}  // namespace quadrille::server
