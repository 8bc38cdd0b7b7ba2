#include "quadstore/log/update_log.hpp"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <chrono>

#include "base/assert.hpp"
#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/log/change_block.hpp"
#include "quadstore/log/detail/rocks.hpp"
#include "quadstore/log/rules_record.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

Failpoint before_parts("log.parts.before"), after_parts("log.parts.after"), before_commit("log.commit.before"),
    after_commit("log.commit.after"), before_sync("log.sync.before"), after_sync("log.sync.after");

// The data that a transaction collects before it is written to the disk.
constexpr std::size_t kBatchBytes = 4 << 20;
// The size of a part; a longer one is several records.
constexpr std::size_t kRecordBytes = 4 << 20;

// A value in the pieces that it has.
void put(rocksdb::WriteBatch& batch, const LogKey& key, const SealedValue& value, const fs::path& path) {
  const std::string key_bytes = key.bytes();
  const rocksdb::Slice of_key(key_bytes), of_value[] = {value.header, value.payload, value.end};
  detail::require(batch.Put(rocksdb::SliceParts(&of_key, 1), rocksdb::SliceParts(of_value, 3)), path, "write");
}

}  // namespace

UpdateLog::UpdateLog(fs::path folder, int image, std::uint64_t committed, const LogOptions& options)
    : folder_(std::move(folder)),
      path_(log_instance_path(folder_, image)),
      image_(image),
      options_(options),
      version_(committed),
      batch_(std::make_unique<rocksdb::WriteBatch>()) {
  if (!fs::exists(path_)) detail::create_instance(folder_, image_, options_.buffer_bytes);
  open();
  if (image_ == 0) {
    mark_.emplace(folder_, committed);
    if (mark_->version() > committed) {
      fail(ErrorKind::io,
           "{}: version {} is committed, but only versions up to {} were found: restore the log from a backup",
           folder_.string(), mark_->version(), committed);
    }
  }
  if (options_.sync == SyncPolicy::interval) syncer_ = std::thread([this] { sync_at_intervals(); });
}

UpdateLog::~UpdateLog() {
  if (syncer_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    stopping_.notify_one();
    syncer_.join();
  }
  if (db_ && !failed_ && options_.sync != SyncPolicy::on) db_->SyncWAL().PermitUncheckedError();
  if (mark_) mark_->sync();
}

void UpdateLog::open() {
  db_ = detail::open_to_write(path_, options_.buffer_bytes);
  detail::check_label(*db_, image_, path_);
  detail::remove_beyond(*db_, version_, path_);
  detail::remove_empty_wals(*db_, image_, path_);
}

rocksdb::DB& UpdateLog::db() const {
  if (!db_) fail(ErrorKind::io, "{} was closed by an earlier error", path_.string());
  return *db_;
}

void UpdateLog::begin(std::uint64_t version) {
  settle();
  QUADRILLE_ASSERT(version > version_ && (begun_.version == 0 || begun_.version == version_),
                   "L1: one transaction at a time, versions ascend");
  begun_ = {version, version_};
  share_ = LogShare{.image = static_cast<std::uint32_t>(image_)};
  part_.clear();
  batch_->Clear();
  if (has_leftovers_) {
    batch_->DeleteRange(LogKey{version_ + 1, 0}.bytes(), LogKey{kAfterAllVersions, kCommitPart}.bytes());
  }
}

void UpdateLog::add(std::string_view lines) {
  QUADRILLE_ASSERT(begun_.version != 0, "lines belong to a transaction");
  const bool is_rules = is_rules_record(lines);
  if (!is_change_block(lines) && !is_rules) return add_lines(lines);
  QUADRILLE_ASSERT(!is_rules || image_ == 0, "image 0 logs the rules");
  begun_.has_rules = begun_.has_rules || is_rules;
  close_part();
  put_part(lines, is_rules);
}

void UpdateLog::add_lines(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t room = options_.part_bytes - std::min(options_.part_bytes, part_.size());
    std::size_t size = lines.size();
    if (size > room) {
      const std::size_t line_end = lines.find('\n', room);
      if (line_end != lines.npos) size = line_end + 1;
    }
    const std::string_view next = lines.substr(0, size);
    lines.remove_prefix(size);
    if (size >= options_.part_bytes) {
      close_part();
      put_part(next);
      continue;
    }
    part_ += next;
    if (part_.size() >= options_.part_bytes) close_part();
  }
}

void UpdateLog::close_part() {
  if (part_.empty()) return;
  put_part(part_);
  part_.clear();
}

// A part is long if it has a long term. It becomes several records, so that neither a batch nor RocksDB has all of it
// in memory.
void UpdateLog::put_part(std::string_view payload, bool is_rules) {
  ValueMarks marks{.synced = options_.sync == SyncPolicy::on, .goes_on = true, .rules = is_rules};
  while (payload.size() > kRecordBytes) {
    put_record(payload.substr(0, kRecordBytes), marks);
    payload.remove_prefix(kRecordBytes);
  }
  marks.goes_on = false;
  put_record(payload, marks);
}

void UpdateLog::put_record(std::string_view payload, const ValueMarks& marks) {
  const LogKey key{begun_.version, share_.parts};
  const auto value = seal_value(key, static_cast<std::uint32_t>(image_), marks, payload);
  put(*batch_, key, value, path_);
  share_.add(payload.size(), value.checksum);
  if (batch_->GetDataSize() >= kBatchBytes) put_batch(false);
}

LogShare UpdateLog::write() {
  QUADRILLE_ASSERT(begun_.version != 0, "a transaction has begun");
  close_part();
  if (image_ == 0) return share_;
  before_parts.pass();
  if (share_.parts > 0 || batch_->Count() > 0) put_batch(options_.sync == SyncPolicy::on);
  after_parts.pass();
  version_ = begun_.version;
  has_leftovers_ = false;
  return share_;
}

void UpdateLog::commit(CommitRecord record) {
  QUADRILLE_ASSERT(image_ == 0 && record.version == begun_.version, "image 0 commits the transaction that has begun");
  std::erase_if(record.shares, [](const LogShare& share) { return share.parts == 0; });
  QUADRILLE_ASSERT(record.share_of(0) == share_, "the commit record has this image's share");
  record.synced = options_.sync == SyncPolicy::on;
  record.changes_rules = begun_.has_rules;
  const LogKey key{begun_.version, kCommitPart};
  const std::string payload = record.payload();
  put(*batch_, key, seal_value(key, 0, {.synced = record.synced, .rules = begun_.has_rules}, payload), path_);
  before_commit.pass();
  put_batch(record.synced);
  after_commit.pass();
  kept_ = version_ = begun_.version;
  begun_.version = 0;
  has_leftovers_ = false;
  if (record.synced) mark_->raise(version_);
}

void UpdateLog::put_batch(bool synced) {
  rocksdb::WriteOptions options;
  options.sync = synced;
  has_leftovers_ = true;  // until the transaction is whole
  const Stopwatch writing;
  const auto status = db().Write(options, batch_.get());
  batch_->Clear();
  if (!status.ok()) {
    failed_ = true;
    detail::fail_with(status, path_, "write");
  }
  if (synced) count_sync(writing.seconds());
  syncs_.has_unsynced = !synced;
}

void UpdateLog::abandon(std::uint64_t version) noexcept {
  if (begun_.version != version) return;  // an earlier one is committed
  if (version_ == begun_.version) has_leftovers_ = true;
  version_ = begun_.previous;
  begun_.version = 0;
}

// A flush in the background has failed, mostly because the disk was full: RocksDB would refuse the next write without
// trying it, though there may be room by now.
bool UpdateLog::is_stuck() const {
  std::uint64_t errors = 0;
  return db_ && db_->GetIntProperty(rocksdb::DB::Properties::kBackgroundErrors, &errors) && errors != 0;
}

void UpdateLog::settle() {
  if (is_stuck()) failed_ = true;  // until it is open again
  if (!failed_) return;
  QUADRILLE_ASSERT(begun_.version == 0 || begun_.version == version_, "a transaction that failed is abandoned");
  const std::lock_guard lock(mutex_);
  // A new opening is a recovery: it drops a record that is half written, and its WAL.
  db_.reset();
  open();
  if (kept_ != 0 && detail::last_commit(*db_, path_, version_) != kept_) {
    db_.reset();
    fail(ErrorKind::io, "{}: version {} was committed, but is missing: restore the log from a backup", path_.string(),
         kept_.load());
  }
  has_leftovers_ = false;
  failed_ = false;
}

void UpdateLog::sync() {
  const std::lock_guard lock(mutex_);
  before_sync.pass();
  const bool had_unsynced = syncs_.has_unsynced.exchange(false);
  if (!had_unsynced) return;
  const Stopwatch syncing;
  const auto status = db().SyncWAL();
  count_sync(syncing.seconds());
  after_sync.pass();
  if (status.ok()) return;
  failed_ = true;
  detail::fail_with(status, path_, "sync");
}

void UpdateLog::sync_at_intervals() {
  std::unique_lock lock(mutex_);
  const auto interval = std::chrono::milliseconds(std::max(1, options_.interval_ms));
  while (!stopping_.wait_for(lock, interval, [&] { return stop_; })) {
    lock.unlock();
    try {
      sync();
    } catch (const Error&) {
      // The next transaction meets it: failed_ is set.
    }
    lock.lock();
  }
}

void UpdateLog::count_sync(double seconds) {
  syncs_.number.fetch_add(1, std::memory_order_relaxed);
  syncs_.nanoseconds.fetch_add(static_cast<std::uint64_t>(seconds * 1e9), std::memory_order_relaxed);
}

UpdateLog::Syncs UpdateLog::syncs() const {
  return {syncs_.number.load(std::memory_order_relaxed),
          static_cast<double>(syncs_.nanoseconds.load(std::memory_order_relaxed)) / 1e9};
}

void UpdateLog::raise_mark(std::uint64_t version) {
  QUADRILLE_ASSERT(mark_ && version <= version_, "image 0 marks what is committed");
  mark_->raise(version);
}

void UpdateLog::trim(std::uint64_t checkpoint) {
  const std::lock_guard lock(mutex_);
  if (mark_) mark_->sync();
  std::uint64_t kept = kept_;
  if (kept <= checkpoint) kept_.compare_exchange_strong(kept, 0);
  detail::remove_up_to(db(), checkpoint, path_);
}

std::uint64_t UpdateLog::size_bytes() const {
  std::uint64_t bytes = 0;
  std::error_code ignored;  // files may go while they are counted
  for (const auto& entry : fs::directory_iterator(path_, ignored)) {
    const auto size = entry.file_size(ignored);
    if (!ignored) bytes += size;
  }
  return bytes;
}

void tidy_retired_logs(const fs::path& folder, int image, int num_images, std::uint64_t committed,
                       std::uint64_t checkpoint) {
  const LogOptions options;
  if (image == 0) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".old") fs::remove_all(entry.path());  // a crash came before its end
    }
  }
  for (const int retired : log_instances(folder)) {
    if (retired < num_images || retired % num_images != image) continue;
    const fs::path path = log_instance_path(folder, retired);
    auto db = detail::open_to_write(path, options.buffer_bytes);
    detail::check_label(*db, retired, path);
    detail::remove_beyond(*db, committed, path);
    if (detail::last_key(*db, path).version > checkpoint) continue;
    db.reset();
    const fs::path gone = path.string() + ".old";
    fs::remove_all(gone);
    fs::rename(path, gone);
    sync_folder(folder);
    fs::remove_all(gone);
  }
}

}  // namespace quadrille
