#pragma once

// The QueryLog has an entry for each operation of a client that has ended: queries, updates, requests about graphs and
// rules, proofs, and jobs. docs/logs.md explains the members.
//
//   threads of connections --add()--> buffer --a thread of the log, many entries at once--> file
//
// Q1  add() never waits for the file. An entry that finds the buffer full is dropped; so are entries that cannot be
//     written. The next entry that is written has their number, as the member `dropped`.
// Q2  Names and passwords inside URLs do not appear; headers are not logged at all.
//
// An entry is at most a tenth of a second old when it is written. Thread-safe. Cost of add(): copying the entry, and
// a lock that the writing thread holds only while it exchanges buffers.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "server/operations/log_entry.hpp"
#include "server/operations/log_file.hpp"
#include "server/operations/request_record.hpp"

namespace quadrille::server {

using LogReport = std::function<void(const std::string& message)>;

struct QueryLogSettings {
  std::string file = {};  // "-": standard error
  LogFormat format = LogFormat::lines;
  double slow_seconds = std::numeric_limits<double>::infinity();  // queries that take as long have their plan
  std::size_t buffer_bytes = 4 << 20;
  LogReport report = {};  // gets a message when entries are lost, and when entries are written again
};

class QueryLog {
 public:
  // Throws Error(user) if the file cannot be opened.
  explicit QueryLog(QueryLogSettings settings);
  // Writes the rest.
  ~QueryLog();
  QueryLog(const QueryLog&) = delete;
  QueryLog& operator=(const QueryLog&) = delete;

  // Requests of other kinds, and those that another listener has answered, are ignored.
  void add(const RequestRecord& record);
  // True if the plan of this query, which has ended, is wanted in RequestRecord::logs.
  bool is_slow(const RequestRecord& record) const;
  // All entries that were dropped so far.
  std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  void drop();
  void write_all();
  void write_entries(std::string_view packed);
  void write(std::string_view lines, std::uint64_t entries);

  const QueryLogSettings settings_;
  LogFile file_;
  std::atomic<std::uint64_t> dropped_ = 0;
  std::uint64_t unwritten_ = 0;  // of the writing thread: entries lost since the last one that was written
  bool is_failing_ = false;      // likewise: the last write has failed

  std::mutex mutex_;  // of the following members
  std::condition_variable arrived_;
  std::string filling_;          // packed entries
  std::uint64_t not_taken_ = 0;  // dropped since the last entry of the buffer
  bool stops_ = false;
  std::thread writer_;
};

}  // namespace quadrille::server
