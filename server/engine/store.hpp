#pragma once

// A Store is one image's part of a database that is served, or read with its updates: the open generations, the states
// that queries see, and the log that makes updates durable. Every image has one; they are made together.
//
//   start:   open the generation -> read the log -> levels of the committed versions -> the first state
//   update:  Transaction on the newest state -> commit() to the log -> publish()           (UpdateService)
//   query:   states().find(the id in its command)                                         (QueryService, LaneWorkers)
//
// Only the writer's lane changes it; any thread can call find().

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pgas/job.hpp"
#include "pgas/wait.hpp"
#include "quadstore/log/log_lock.hpp"
#include "quadstore/log/update_log.hpp"
#include "query/operators/rights_memory.hpp"
#include "query/update/heap_memory.hpp"
#include "query/update/replay.hpp"
#include "query/update/transaction.hpp"
#include "server/algorithms/graph_cache.hpp"
#include "server/engine/database_id.hpp"
#include "server/engine/state_table.hpp"

namespace quadrille::server {

struct StoreOptions {
  bool writable = false;  // accepts updates; otherwise the log is only read, if there is one
  LogOptions log;
  WholeViews views = WholeViews::first_image;
  std::shared_ptr<FileAddresses> addresses = {};  // of all databases of this process; null: it is the only one
  DatabaseId id = kDefaultDatabase;
  std::shared_ptr<query::HeapMemory> levels = {};  // memory of the changes of all databases; null: it is the only one
  GraphCache* graph_cache = nullptr;  // of graphs of calls (StoreTable), on all images; null on all: none are kept
  // Called by every image: with 0 when the store has the log's lock, and while it reads the log with the share that is
  // done, 0 to 1. If it throws on one image, the constructor throws on all.
  std::function<void(double share)> recovering = {};
};

// A change of the rules that a compaction must repeat.
struct KeptRules {
  StateRulesPtr rules;
  std::uint64_t version = 0;
  std::vector<query::VersionLines> lines = {};  // after it
};

class Store {
 public:
  // Collective over `team`, all images in a lane; fails on all or on none: ErrorKind::user if there is no database or
  // another process writes it, ErrorKind::io with the name of a damaged file.
  Store(pgas::Job& job, pgas::Team& team, std::string folder, const StoreOptions& options);
  // Collective over the same team.
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const std::string& folder() const { return folder_; }
  WholeViews views() const { return options_.views; }
  FileAddresses& addresses() const { return *addresses_; }
  const StateTable& states() const { return *states_; }
  StateTable& states() { return *states_; }
  // Remarks for the user that are not errors, for example about an incomplete end of the log. On image 0.
  const std::vector<std::string>& remarks() const { return remarks_; }

  // Local. No query will see a state before this one.
  void drop_below(StateId id);
  // Graphs that calls of queries have made; nullptr on all images: none are kept. Any thread.
  DatabaseGraphs* graphs() const { return graphs_.get(); }
  // Likewise, the graphs that users may read.
  query::RightsMemory* rights_memory() const { return &rights_memory_; }

  // Of the inferences on this image.
  const Watch& watch() const { return watch_; }

  // For the writer's lane.
  query::Writer writer(pgas::Team& team, const ServedState& state);
  UpdateLog* log() const { return log_.get(); }
  std::uint64_t next_blank() const { return next_blank_; }
  // Of a database with rules: the next generation's state with the closure of its stated quads. Collective; the caller
  // ensures that nothing is published meanwhile.
  void close(pgas::Team& team, ServedState& state, const char* purpose = "compaction");
  // Collective. Gives the next generation's state other rules, but does not close it under them. If it has none then,
  // the rows that only followed go.
  void change_rules(pgas::Team& team, ServedState& state, StateRulesPtr rules);
  // Local, on every image: the result of commit() becomes the newest state; `lines` are the transaction's.
  void publish(ServedState state, std::uint64_t next_blank, const query::LogPieces& lines);

  // The state of a batch that image 0 may still retract (write_batch.hpp): publish_uncommitted() instead of publish();
  // then confirm() or retract(). Any thread: newest_committed() waits until it is one or the other; `announced` is the
  // word that image 0 sets to the lower half of the number of each version that it has committed (Job::announce()).
  void publish_uncommitted(ServedState state, std::uint64_t next_blank);
  void confirm() { uncommitted_ = 0; }
  // Local, on every image: drops states above this one, which was not committed.
  void retract(StateId newest, std::uint64_t next_blank);
  ServedState newest_committed(const pgas::SharedWord& announced) const;

  // For compaction (compaction.hpp), local. The lines of states published since begin_keeping(), and the changes of
  // their rules, are kept until they are taken. The caller ensures that no state is published during the first and the
  // last of these calls.
  void begin_keeping();
  void end_keeping();
  // Not called at the same time as begin_keeping().
  bool keeps_lines();
  // Those up to the next change of the rules.
  std::vector<query::VersionLines> take_kept();
  bool keeps_rules();
  // Needs that keeps_rules() was true before the lines before it were taken.
  KeptRules take_kept_rules();
  // Called before the manifest names the next generation; publish_generation() makes it the current one.
  void leave_generation() { left_ = true; }
  bool has_left_generation() const { return left_; }
  void publish_generation(ServedState state);

 private:
  void look(double share) const;
  void recover(pgas::Team& team, ServedState& state);

  pgas::Team& team_;
  const std::string folder_;
  const StoreOptions options_;
  const std::shared_ptr<FileAddresses> addresses_;
  std::unique_ptr<LogLock> lock_;  // image 0's
  const Watch watch_ = std::make_shared<inferencer::InferenceWatch>();
  const std::shared_ptr<query::HeapMemory> levels_;
  std::unique_ptr<StateTable> states_;
  std::unique_ptr<DatabaseGraphs> graphs_;
  mutable query::RightsMemory rights_memory_;
  std::unique_ptr<UpdateLog> log_;
  std::uint64_t next_blank_ = 0;
  struct Keeping {
    std::mutex mutex;
    bool is_on = false;
    std::deque<KeptRules> kept;  // changes of rules, each with the lines after it; first, the lines before them
  };
  Keeping keeping_;
  std::atomic<bool> left_ = false;
  std::atomic<std::uint64_t> uncommitted_ = 0;  // the version; 0: none
  std::vector<std::string> remarks_;
};

// Local. The entailment regimes of the newest state's rules (inferencer/rule_sets.hpp).
std::vector<std::string> entailment_of(const Store& store);

}  // namespace quadrille::server
