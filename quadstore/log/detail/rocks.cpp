#include "quadstore/log/detail/rocks.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/table.h>

#include <cstdarg>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/log/detail/failing_files.hpp"

namespace quadrille::detail {

namespace fs = std::filesystem;

namespace {

Failpoint before_create("log.create.before"), made_aside("log.create.aside"), after_create("log.create.after"),
    before_removal("log.remove.before"), after_removal("log.remove.after"), before_trim("log.trim.before"),
    after_trim("log.trim.after");

// RocksDB's diary: what matters of it comes back as a status. Without this it writes a file LOG at every opening.
class NoDiary : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, std::va_list) override {}
};

rocksdb::WALRecoveryMode recovery_mode(WalTail tail) {
  switch (tail) {
    case WalTail::whole:
      return rocksdb::WALRecoveryMode::kAbsoluteConsistency;
    case WalTail::torn:
      return rocksdb::WALRecoveryMode::kPointInTimeRecovery;
    case WalTail::anything:
      return rocksdb::WALRecoveryMode::kSkipAnyCorruptedRecords;
  }
  return rocksdb::WALRecoveryMode::kAbsoluteConsistency;
}

rocksdb::Options options_for(WalTail tail, std::size_t buffer_bytes) {
  rocksdb::Options options;
  options.env = env_of_log();
  options.info_log = std::make_shared<NoDiary>();
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;

  // Durability. Damage is an error, wherever it is found; a WAL file that the manifest lists as synced must exist.
  // WAL files are not written over again: an old record in a new file would look like one of its own.
  options.paranoid_checks = true;
  options.track_and_verify_wals_in_manifest = true;
  options.wal_recovery_mode = recovery_mode(tail);
  options.recycle_log_file_num = 0;
  options.avoid_flush_during_recovery = false;  // the first opening removes a torn tail permanently
  options.wal_compression = rocksdb::kNoCompression;

  // Memory and files. Records come in ascending order, so compaction moves files and rewrites nothing.
  options.write_buffer_size = buffer_bytes;
  options.max_write_buffer_number = 2;
  options.compression = rocksdb::kNoCompression;
  options.max_open_files = 64;
  options.max_background_jobs = 2;
  options.max_total_wal_size = 4 * buffer_bytes;
  options.max_manifest_file_size = 4 << 20;
  options.manifest_preallocation_size = 64 << 10;  // RocksDB's own 4 MB are reserved again at each opening
  options.keep_log_file_num = 1;
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = rocksdb::NewLRUCache(1 << 20);
  table.checksum = rocksdb::kXXH3;
  table.format_version = 5;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  return options;
}

void write_label(rocksdb::DB& db, int image, const fs::path& path) {
  rocksdb::WriteOptions synced;
  synced.sync = true;
  const LogKey label;
  const auto value = seal_value(label, static_cast<std::uint32_t>(image), {.synced = true}, "quadrille log");
  require(db.Put(synced, label.bytes(), value.bytes()), path, "write");
}

constexpr std::size_t kReadingBufferBytes = 8 << 20;  // nothing is written

bool is_full(const rocksdb::Status& status) {
  const std::string text = status.ToString();
  return status.IsNoSpace() || text.find("No space left") != text.npos || text.find("quota exceeded") != text.npos ||
         text.find("File too large") != text.npos;
}

}  // namespace

void fail_with(const rocksdb::Status& status, const fs::path& path, const char* action) {
  if (is_full(status)) {
    fail(ErrorKind::storage_full, "cannot {} {}: {}: the disk is full; free space, then updates continue", action,
         path.string(), status.ToString());
  }
  fail(ErrorKind::io, "cannot {} {}: {}: if the disk is healthy, restore the log from a backup", action, path.string(),
       status.ToString());
}

std::unique_ptr<rocksdb::DB> open_to_write(const fs::path& path, std::size_t buffer_bytes) {
  rocksdb::DB* db = nullptr;
  const auto status = rocksdb::DB::Open(options_for(WalTail::torn, buffer_bytes), path.string(), &db);
  if (status.IsIOError() && status.ToString().find("lock") != std::string::npos && !is_full(status)) {
    fail(ErrorKind::user, "{} is being written by another process: end that first ({})", path.string(),
         status.ToString());
  }
  require(status, path, "open the log");
  return std::unique_ptr<rocksdb::DB>(db);
}

std::unique_ptr<rocksdb::DB> open_to_read(const fs::path& path, WalTail tail) {
  rocksdb::DB* db = nullptr;
  const auto status = rocksdb::DB::OpenForReadOnly(options_for(tail, kReadingBufferBytes), path.string(), &db);
  if (tail == WalTail::whole && status.IsCorruption()) return nullptr;
  require(status, path, "read the log");
  return std::unique_ptr<rocksdb::DB>(db);
}

void create_instance(const fs::path& folder, int image, std::size_t buffer_bytes) {
  const fs::path path = log_instance_path(folder, image);
  const fs::path aside = path.string() + ".new";
  before_create.pass();
  std::error_code error;
  fs::remove_all(aside, error);  // of a creation that was not finished
  if (!error) fs::create_directories(folder, error);
  if (error) fail(ErrorKind::io, "cannot prepare {}: {}", aside.string(), error.message());
  auto options = options_for(WalTail::torn, buffer_bytes);
  options.create_if_missing = true;
  rocksdb::DB* made = nullptr;
  require(rocksdb::DB::Open(options, aside.string(), &made), aside, "create the log");
  std::unique_ptr<rocksdb::DB> db(made);
  write_label(*db, image, aside);
  require(db->Close(), aside, "close the log");
  db.reset();
  sync_folder(aside);
  made_aside.pass();
  fs::rename(aside, path, error);
  if (error) fail(ErrorKind::io, "cannot rename {} to its place: {}", aside.string(), error.message());
  sync_folder(folder);
  after_create.pass();
}

void remove_empty_wals(rocksdb::DB& db, int image, const fs::path& path) {
  constexpr int kMany = 8;
  int files = 0;
  for (const auto& entry : fs::directory_iterator(path)) files += entry.path().extension() == ".log" ? 1 : 0;
  if (files < kMany) return;
  write_label(db, image, path);  // nothing is flushed where nothing was written
  require(db.Flush(rocksdb::FlushOptions()), path, "write");
}

void check_label(rocksdb::DB& db, int image, const fs::path& path) {
  const LogKey label;
  std::string value;
  const auto status = db.Get(rocksdb::ReadOptions(), label.bytes(), &value);
  if (status.IsNotFound()) {
    fail(ErrorKind::io, "{}: the label at the start of the log is missing: restore the log from a backup",
         path.string());
  }
  require(status, path, "read the log");
  open_value(label, static_cast<std::uint32_t>(image), value, path);
}

void remove_beyond(rocksdb::DB& db, std::uint64_t version, const fs::path& path) {
  if (last_key(db, path).version <= version) return;
  before_removal.pass();
  rocksdb::WriteOptions synced;
  synced.sync = true;
  const std::string begin = LogKey{version + 1, 0}.bytes(), end = LogKey{kAfterAllVersions, kCommitPart}.bytes();
  require(db.DeleteRange(synced, db.DefaultColumnFamily(), begin, end), path, "remove uncommitted updates from");
  after_removal.pass();
}

void remove_up_to(rocksdb::DB& db, std::uint64_t version, const fs::path& path) {
  const std::string begin_bytes = LogKey{1, 0}.bytes(), end_bytes = LogKey{version + 1, 0}.bytes();
  const rocksdb::Slice begin(begin_bytes), end(end_bytes);
  constexpr const char* kAction = "remove checkpointed updates from";
  before_trim.pass();
  require(rocksdb::DeleteFilesInRange(&db, db.DefaultColumnFamily(), &begin, &end, false), path, kAction);
  rocksdb::WriteOptions synced;
  synced.sync = true;
  require(db.DeleteRange(synced, db.DefaultColumnFamily(), begin, end), path, kAction);
  require(db.Flush(rocksdb::FlushOptions()), path, kAction);  // its WAL files go, too
  require(db.CompactRange(rocksdb::CompactRangeOptions(), &begin, &end), path, kAction);
  after_trim.pass();
}

LogKey last_key(rocksdb::DB& db, const fs::path& path) {
  const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator(rocksdb::ReadOptions()));
  at->SeekToLast();
  require(at->status(), path, "read the log");
  return at->Valid() ? LogKey::of(at->key().ToStringView(), path) : LogKey{};
}

std::uint64_t last_commit(rocksdb::DB& db, const fs::path& path, std::uint64_t from) {
  const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator(rocksdb::ReadOptions()));
  for (at->SeekForPrev(LogKey{from, kCommitPart}.bytes()); at->Valid();) {
    const LogKey key = LogKey::of(at->key().ToStringView(), path);
    if (key.version == 0 || key.part == kCommitPart) return key.version;
    at->SeekForPrev(LogKey{key.version - 1, kCommitPart}.bytes());
  }
  require(at->status(), path, "read the log");
  return 0;
}

}  // namespace quadrille::detail
