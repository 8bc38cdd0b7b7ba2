#pragma once

// The AuditLog records who came in, who was refused, and who changed or administered what. docs/logs.md explains the
// entries.
//
// A1  When write() returns, the entry is on the disk (fdatasync). Threads that write at once share a sync.
// A2  Nothing is dropped. An entry that cannot be written is an error, and its caller does not do what the entry
//     announces. An entry of a result, which is about something that has happened, is kept in memory and written
//     ahead of the next one that can be written.
//
// Thread-safe. Cost: a sync of the disk, some ms on a hard disk, 0.05 ms to 1 ms on flash.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/group_commit.hpp"
#include "server/operations/log_entry.hpp"
#include "server/operations/log_file.hpp"
#include "server/operations/query_log.hpp"

namespace quadrille::server {

struct AuditLogSettings {
  std::string file = {};
  LogFormat format = LogFormat::lines;
  LogReport report = {};  // gets a message when the log cannot be written, and when it is written again
};

class AuditLog {
 public:
  // Throws Error(user) if the file cannot be opened.
  explicit AuditLog(AuditLogSettings settings);
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  LogFormat format() const { return settings_.format; }
  // `entry`: a whole line of LogEntry. Throws Error(storage_full) or Error(io).
  void write(std::string_view entry);
  // The same for a result.
  void write_result(std::string_view entry);

  // An event of the server itself: "start", "stop", "reload". Throws like write().
  void write_event(std::string_view event, std::string_view version, std::span<const std::string> settings);

 private:
  struct Wanted {
    std::string_view entry;
    bool is_result = false;
  };
  void write_all(std::span<Wanted* const> wanted);
  void append(std::string_view entries);

  const AuditLogSettings settings_;
  LogFile file_;
  std::string kept_;         // results that could not be written; of the commit that runs, like the next one
  bool is_failing_ = false;  // the last commit has failed
  GroupCommit<Wanted> commits_;
};

}  // namespace quadrille::server
