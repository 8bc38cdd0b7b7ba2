#pragma once

// An UpdateLog is the log of one image, for writing: it makes the changes of a transaction durable before it is
// acknowledged.
//
//   begin(v)  add(lines) ...  write() -> share            every image; on all of them before the next step
//   image 0:  commit({v, shares of all images, ...})      v is committed when this returns, and not before
//   instead of write() or commit(), on an error: abandon(v)
//
//   image 0, before it orders the next update: settle()   clears what a failed commit may have left; or throws
//
// L1  One transaction at a time, versions one after another: v is committed before v+1 begins.
// L2  A transaction for which commit() has returned is not lost if the process ends; with SyncPolicy::on not if the
//     machine ends either.
// L3  After abandon(v) on all images and settle() nothing of the transaction reappears, whenever the process ends.
// L4  Parts reach the disk before the commit record (write() syncs; image 0's parts precede the record in one file).
//
// A large transaction is written to the disk in parts as it grows: memory for a few MB. Errors:
// ErrorKind::storage_full if the disk is full, else ErrorKind::io. After either, call abandon(v) and settle(); writing
// can continue when there is room. One thread writes; others may call sync(), size_bytes() and trim() meanwhile. All
// functions are local.

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "quadstore/log/committed_mark.hpp"
#include "quadstore/log/log_format.hpp"

namespace rocksdb {
class DB;
class WriteBatch;
}  // namespace rocksdb

namespace quadrille {

enum class SyncPolicy : std::uint8_t {
  on,        // on the disk before it is acknowledged
  interval,  // on the disk some time later: a power failure may lose the last updates
  off,       // whenever the system writes it
};

struct LogOptions {
  SyncPolicy sync = SyncPolicy::on;
  int interval_ms = 100;
  std::size_t buffer_bytes = 8 << 20;  // twice in memory; the log's files are about as large
  std::size_t part_bytes = 1 << 20;    // a transaction's lines are cut into records of about this size
};

class UpdateLog {
 public:
  // Opens the instance of `image` in a log folder (log_folder()), creates it if there is none, and permanently removes
  // what it has after `committed`: the last version that LogReader found committed, on all images. Image 0 holds
  // LogLock.
  UpdateLog(std::filesystem::path folder, int image, std::uint64_t committed, const LogOptions& options = {});
  ~UpdateLog();
  UpdateLog(const UpdateLog&) = delete;
  UpdateLog& operator=(const UpdateLog&) = delete;

  void begin(std::uint64_t version);
  // Adds whole lines (change_text.hpp), or one block (change_block.hpp) or, on image 0, one rules record
  // (rules_record.hpp), which become records of their own.
  void add(std::string_view lines);
  // Ends this image's lines. On image 0 the last of them wait for commit(), which writes and syncs both at once.
  LogShare write();
  // On image 0. `record.shares` are those of all images, ascending; empty ones may be left out; `synced` and
  // `changes_rules` are set here.
  void commit(CommitRecord record);
  // Abandons the transaction of this version; does nothing if this image has not begun it. Never throws.
  void abandon(std::uint64_t version) noexcept;

  // Free unless something has failed. On image 0 a failed commit() may still have reached the disk; this detects and
  // removes it. It must be done before other images begin() again, because that removes what they had written.
  void settle();

  // Everything written so far is on the disk when this returns.
  void sync();
  // On image 0, when all images have returned from sync() since `version` was committed: records it in the mark. With
  // SyncPolicy::on commit() does so.
  void raise_mark(std::uint64_t version);

  // Removes the versions up to `checkpoint`, which are in a checkpoint on the disk, and frees their files. The order
  // of the images does not matter. May take as long as rewriting a few buffers.
  void trim(std::uint64_t checkpoint);

  std::uint64_t size_bytes() const;
  // Syncs to the disk since this was opened; from any thread.
  struct Syncs {
    std::uint64_t number = 0;
    double seconds = 0;
  };
  Syncs syncs() const;
  // The last version written and not abandoned (on image 0: committed).
  std::uint64_t version() const { return version_; }

 private:
  void open();
  bool is_stuck() const;
  void add_lines(std::string_view lines);
  void close_part();
  void put_part(std::string_view payload, bool is_rules = false);
  void put_record(std::string_view payload, const ValueMarks& marks);
  void put_batch(bool synced);
  void sync_at_intervals();
  void count_sync(double seconds);
  rocksdb::DB& db() const;

  const std::filesystem::path folder_, path_;
  const int image_;
  const LogOptions options_;
  mutable std::mutex mutex_;  // over db_ as a pointer: settle() opens it anew
  std::unique_ptr<rocksdb::DB> db_;
  std::optional<CommittedMark> mark_;  // image 0's

  std::uint64_t version_ = 0;
  // The transaction that has begun and may still be abandoned.
  struct Begun {
    std::uint64_t version = 0;   // 0: none
    std::uint64_t previous = 0;  // version_ before it
    bool has_rules = false;      // it has a rules record
  };
  Begun begun_;
  std::atomic<std::uint64_t> kept_ = 0;  // image 0's: the newest commit record written here and not trimmed
  bool has_leftovers_ = false;           // there may be records beyond version_: the next batch removes them first
  struct SyncState {
    std::atomic<bool> has_unsynced = false;  // written since the last sync
    std::atomic<std::uint64_t> number = 0, nanoseconds = 0;
  };
  SyncState syncs_;
  std::atomic<bool> failed_ = false;  // RocksDB takes no more writes until settle()
  LogShare share_;
  std::string part_;
  std::unique_ptr<rocksdb::WriteBatch> batch_;

  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread syncer_;
};

// Local. For instances of images that do not exist any more (image `num_images` and up), which no UpdateLog opens:
// removes what they have after `committed`, as its constructor does, and removes instances whose versions are all in
// the checkpoint. Each image handles its share of them, and none begins a transaction before all have returned.
void tidy_retired_logs(const std::filesystem::path& folder, int image, int num_images, std::uint64_t committed,
                       std::uint64_t checkpoint);

}  // namespace quadrille
