#pragma once

// The log of one image, to write: makes the changes of a transaction durable before it is acknowledged.
//
//   begin(v)  add(lines) ...  write() -> share            every image; on all of them before the next step
//   image 0:  commit({v, shares of all images, ...})      v is committed when this returns, and not before
//   instead of write() or commit(), on an error: abandon(v)
//
//   image 0, before it orders the next update: settle()   clears what a failed commit may have left; or throws
//
// L1  One transaction at a time, versions one after another: v is committed before v+1 begins.
// L2  What commit() returned from is never lost by the end of the process; with SyncPolicy::on not by that of the
//     machine either.
// L3  After abandon(v) on all images and settle() nothing of the transaction comes back, whenever the process ends.
// L4  Parts reach the disk before the commit record (write() syncs; image 0's parts lie before the record in one file).
//
// A large transaction goes to the disk as it grows, in parts: memory for a few MB. Errors: ErrorKind::storage_full when
// the disk is full, ErrorKind::io otherwise; after either, abandon(v) and settle(), and when there is room it goes on.
// One thread writes; sync(), size_bytes() and trim() may be called by others meanwhile. All functions are local.

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
  interval,  // on the disk some time later: a power failure may cost the last of it
  off,       // when the system likes
};

struct LogOptions {
  SyncPolicy sync = SyncPolicy::on;
  int interval_ms = 100;
  std::size_t buffer_bytes = 8 << 20;  // twice in memory; the log's files are about as large
  std::size_t part_bytes = 1 << 20;    // a transaction's lines are cut into records of about this size
};

class UpdateLog {
 public:
  // Opens the instance of `image` in a log folder (log_folder()), makes it if there is none, and removes for good what
  // it has beyond `committed`: the last version that LogReader found committed, on all images. Image 0 holds LogLock.
  UpdateLog(std::filesystem::path folder, int image, std::uint64_t committed, const LogOptions& options = {});
  ~UpdateLog();
  UpdateLog(const UpdateLog&) = delete;
  UpdateLog& operator=(const UpdateLog&) = delete;

  void begin(std::uint64_t version);
  // Whole lines (change_text.hpp), or one block (change_block.hpp), which becomes a record of its own.
  void add(std::string_view lines);
  // The end of this image's lines. On image 0 the last of them wait for commit(), which writes and syncs both at once.
  LogShare write();
  // On image 0. `record.shares` are those of all images, ascending, empty ones left out or not; `synced` is set here.
  void commit(CommitRecord record);
  // Gives the transaction of this version up; nothing where this image has not begun it. Never throws.
  void abandon(std::uint64_t version) noexcept;

  // Free unless something has failed. On image 0 a failed commit() may have reached the disk all the same; this finds
  // out and removes it. It must be done before other images begin() again, for that removes what they had written.
  void settle();

  // Everything written so far is on the disk when this returns.
  void sync();
  // On image 0, where all images have returned from sync() since `version` was committed: says so in the mark. With
  // SyncPolicy::on commit() does it.
  void raise_mark(std::uint64_t version);

  // Forgets the versions up to `checkpoint`, which are in a checkpoint that is on the disk; frees their files. On image
  // 0 first or last, as you like. May take as long as rewriting a few buffers.
  void trim(std::uint64_t checkpoint);

  std::uint64_t size_bytes() const;
  // The last version written and not abandoned (on image 0: committed).
  std::uint64_t version() const { return version_; }

 private:
  void open();
  bool is_stuck() const;
  void add_lines(std::string_view lines);
  void close_part();
  void put_part(std::string_view payload);
  void put_record(std::string_view payload, bool goes_on);
  void put_batch(bool synced);
  void sync_at_intervals();
  rocksdb::DB& db() const;

  const std::filesystem::path folder_, path_;
  const int image_;
  const LogOptions options_;
  mutable std::mutex mutex_;  // over db_ as a pointer: settle() opens it anew
  std::unique_ptr<rocksdb::DB> db_;
  std::optional<CommittedMark> mark_;  // image 0's

  std::uint64_t version_ = 0;
  std::uint64_t begun_ = 0;              // the transaction that has begun and may still be abandoned; 0: none
  std::uint64_t previous_ = 0;           // version_ before it
  std::atomic<std::uint64_t> kept_ = 0;  // image 0's: the newest commit record written here and not trimmed
  bool has_leftovers_ = false;           // there may be records beyond version_: the next batch removes them first
  std::atomic<bool> unsynced_ = false;   // written since the last sync
  std::atomic<bool> failed_ = false;     // RocksDB takes no more writes until settle()
  LogShare share_;
  std::string part_;
  std::unique_ptr<rocksdb::WriteBatch> batch_;

  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread syncer_;
};

// Local. The instances of images that there are no more (image `num_images` and up), which no UpdateLog opens: removes
// what they have beyond `committed`, as its constructor does, and the instances altogether whose versions are all in
// the checkpoint. Each of the images takes its share of them, and none of them begins a transaction before all have
// returned.
void tidy_retired_logs(const std::filesystem::path& folder, int image, int num_images, std::uint64_t committed,
                       std::uint64_t checkpoint);

}  // namespace quadrille
