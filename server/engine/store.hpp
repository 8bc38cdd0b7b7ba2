#pragma once

// A Store is one image's part of a database that is served, or read with its updates: the open generations, the states
// that queries see, and the log that makes updates durable. Every image has one; they are made together.
//
//   start:   open the generation -> read the log -> levels of the committed versions -> the first state
//   update:  Transaction on the newest state -> commit() to the log -> publish()           (UpdateService)
//   query:   states().find(the id in its command)                                         (QueryService, LaneWorkers)
//
// The writer's lane alone changes it; find() is for any thread.

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pgas/job.hpp"
#include "quadstore/log/log_lock.hpp"
#include "quadstore/log/update_log.hpp"
#include "query/update/heap_memory.hpp"
#include "query/update/replay.hpp"
#include "query/update/transaction.hpp"
#include "server/engine/state_table.hpp"

namespace quadrille::server {

struct StoreOptions {
  bool writable = false;  // updates are taken; else the log is only read, where there is one
  LogOptions log;
  // Is called by every image once the store has the log's lock, with 0, and now and then while it reads the log, with
  // the share that is done, 0 to 1. Where it throws on any of them, the store is not made on all.
  std::function<void(double share)> recovering = {};
};

class Store {
 public:
  // Collective over all images, in lane 0; fails alike on all: ErrorKind::user where there is no database or somebody
  // else writes it, ErrorKind::io where something is damaged, naming it.
  Store(pgas::Job& job, std::string folder, const StoreOptions& options);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const std::string& folder() const { return folder_; }
  const StateTable& states() const { return *states_; }
  StateTable& states() { return *states_; }
  // What a user should know though all is well: of a torn tail of the log, for example. On image 0.
  const std::vector<std::string>& remarks() const { return remarks_; }

  // For the writer's lane.
  query::Writer writer(pgas::Team& team, const ServedState& state);
  UpdateLog* log() { return log_.get(); }
  std::uint64_t next_blank() const { return next_blank_; }
  // Local, on every image: what commit() has returned becomes the newest state; `lines` are the transaction's.
  void publish(ServedState state, std::uint64_t next_blank, const query::LogPieces& lines);

  // For compaction (compaction.hpp), local. The lines of what is published from begin_keeping() on are kept until they
  // are taken; the caller sees to it that nothing is published at the same time as the first and the last.
  void begin_keeping();
  void end_keeping();
  // Nobody begins to keep lines while a writer runs.
  bool keeps_lines();
  std::vector<query::VersionLines> take_kept();
  // The manifest is about to name the next generation; publish_generation() makes it the served one.
  void leave_generation() { left_ = true; }
  bool has_left_generation() const { return left_; }
  void publish_generation(ServedState state);

 private:
  void look(double share) const;
  void recover(pgas::Team& team, ServedState& state);

  pgas::Job& job_;
  const std::string folder_;
  const StoreOptions options_;
  std::unique_ptr<LogLock> lock_;  // image 0's
  query::HeapMemory levels_;
  std::unique_ptr<StateTable> states_;
  std::unique_ptr<UpdateLog> log_;
  std::uint64_t next_blank_ = 0;
  std::mutex kept_mutex_;
  bool keeps_ = false;
  std::vector<query::VersionLines> kept_;
  std::atomic<bool> left_ = false;
  std::vector<std::string> remarks_;
};

}  // namespace quadrille::server
