#pragma once

// The BackupKeeper makes the scheduled backups of a served database (backup_schedule.hpp), in a thread of its own: it
// makes one when it is due, reads it again, and removes those that are superfluous. On image 0.

#include <condition_variable>
#include <ctime>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "server/engine/backup_schedule.hpp"

namespace quadrille::server {

class BackupKeeper {
 public:
  // Backs up to `target`; files that `like`, an earlier backup, has too are linked (empty: none). Returns the report.
  using MakeBackup = std::function<std::string(const std::filesystem::path& target, const std::filesystem::path& like)>;

  // `make` is called in the keeper's thread, and throws when the server stops.
  BackupKeeper(std::vector<BackupPlan> plans, MakeBackup make);
  // The owner ends a running backup before.
  ~BackupKeeper();
  BackupKeeper(const BackupKeeper&) = delete;
  BackupKeeper& operator=(const BackupKeeper&) = delete;

  // From any thread: [{"to": ..., "backups": 7, "last": "2026-11-29T02:00:00Z", "age_seconds": 3600, "next": ...,
  // "error": "..."}]. `last` and `age_seconds` are missing without a backup, `error` after a success.
  nlohmann::json to_json() const;

 private:
  struct State {
    BackupPlan plan;
    std::vector<DatedBackup> backups;
    std::time_t due = 0;
    std::string error;  // of the last attempt; empty: it succeeded, or there was none
  };

  void work();
  void attempt(State& state);
  std::vector<DatedBackup> back_up(const BackupPlan& plan, const std::vector<DatedBackup>& before) const;

  const MakeBackup make_;
  mutable std::mutex mutex_;  // of the following members
  std::condition_variable changed_;
  std::vector<State> states_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace quadrille::server
