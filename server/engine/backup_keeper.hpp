#pragma once

// The BackupKeeper makes the scheduled backups of the databases of a server (backup_schedule.hpp), in a thread of its
// own: it makes one when it is due, reads it again, and removes those that are superfluous. On image 0.

#include <condition_variable>
#include <ctime>
#include <functional>
#include <list>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "server/engine/backup_schedule.hpp"
#include "server/engine/database_id.hpp"

namespace quadrille::server {

class BackupKeeper {
 public:
  // Backs up to `target`; files that `like`, an earlier backup, has too are linked (empty: none). Returns the report.
  using MakeBackup =
      std::function<std::string(DatabaseId id, const std::filesystem::path& target, const std::filesystem::path& like)>;

  // `make` is called in the keeper's thread, and throws when the server stops.
  explicit BackupKeeper(MakeBackup make);
  // The owner ends a running backup before.
  ~BackupKeeper();
  BackupKeeper(const BackupKeeper&) = delete;
  BackupKeeper& operator=(const BackupKeeper&) = delete;

  // From any thread, like all that follow.
  void add(DatabaseId id, const std::vector<BackupPlan>& plans);
  // Returns when no backup of the database runs. The owner ends a running one before.
  void remove(DatabaseId id);
  // [{"to": ..., "backups": 7, "last": "2026-11-29T02:00:00Z", "age_seconds": 3600, "next": ..., "error": "..."}].
  // `last` and `age_seconds` are missing without a backup, `error` after a success.
  nlohmann::json to_json(DatabaseId id) const;

 private:
  struct State {
    DatabaseId id = kDefaultDatabase;
    BackupPlan plan;
    std::vector<DatedBackup> backups;
    std::time_t due = 0;
    std::string error;  // of the last attempt; empty: it succeeded, or there was none
  };

  void work();
  void attempt(State& state);
  std::vector<DatedBackup> back_up(const State& state) const;

  const MakeBackup make_;
  mutable std::mutex mutex_;  // of the following members
  std::condition_variable changed_;
  std::list<State> states_;
  const State* running_ = nullptr;
  bool stop_ = false;
  std::thread thread_;  // none: there was never a plan
};

}  // namespace quadrille::server
