#include "quadstore/log/log_reader.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "quadstore/log/committed_mark.hpp"
#include "quadstore/log/detail/rocks.hpp"

namespace quadrille {

namespace fs = std::filesystem;

struct LogReader::Instance {
  int image;
  fs::path path;
  std::unique_ptr<rocksdb::DB> db;
  std::unique_ptr<rocksdb::Iterator> at;
};

namespace {

constexpr const char* kRestore = "restore the log from a backup";

// The newest part of a transaction in an instance that was synced when it was written: its version, 0 if there is
// none. Only the last versions are read, because earlier ones are committed if it is.
std::uint64_t synced_part(rocksdb::DB& db, int image, const fs::path& path) {
  const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator(rocksdb::ReadOptions()));
  for (at->SeekToLast(); at->Valid(); at->Prev()) {
    const LogKey key = LogKey::of(at->key().ToStringView(), path);
    if (key.version == 0) break;
    if (key.part == kCommitPart) continue;
    const auto value = open_value(key, static_cast<std::uint32_t>(image), at->value().ToStringView(), path);
    return value.marks.synced ? key.version : 0;
  }
  detail::require(at->status(), path, "read the log");
  return 0;
}

// The newest version after `checkpoint` whose commit record was synced when it was written; 0 if there is none.
std::uint64_t synced_commit(rocksdb::DB& db, std::uint64_t checkpoint, const fs::path& path) {
  std::string value;
  for (auto at = detail::last_commit(db, path); at > checkpoint; at = detail::last_commit(db, path, at - 1)) {
    const LogKey key{at, kCommitPart};
    detail::require(db.Get(rocksdb::ReadOptions(), key.bytes(), &value), path, "read the log");
    if (open_value(key, 0, value, path).marks.synced) return at;
  }
  return 0;
}

}  // namespace

LogReader::LogReader(fs::path folder, std::uint64_t checkpoint, int image, int num_images, const LogWatch& watch)
    : folder_(std::move(folder)),
      checkpoint_(checkpoint),
      image_(image),
      num_images_(num_images),
      committed_(checkpoint),
      view_{checkpoint, checkpoint} {
  open_instances();
  const auto mark = CommittedMark::read(folder_);
  view_.floor = std::max(view_.floor, mark.value_or(0));
  if (!mark && commits_ && detail::last_commit(*commits_->db, commits_->path) > checkpoint_) {
    fail(ErrorKind::io, "{} is missing: {}", (folder_ / "committed").string(), kRestore);
  }
  find_end(watch);
}

LogReader::~LogReader() = default;

void LogReader::open_instances() {
  for (const int number : log_instances(folder_)) {
    const bool is_mine = number % num_images_ == image_;
    if (number != 0 && !is_mine) continue;
    const auto instance = open_instance(number);
    if (number == 0) commits_ = instance;
    if (is_mine) instances_.push_back(instance);
  }
}

std::shared_ptr<LogReader::Instance> LogReader::open_instance(int number) {
  auto instance = std::make_shared<Instance>();
  instance->image = number;
  instance->path = log_instance_path(folder_, number);
  instance->db = detail::open_to_read(instance->path, detail::WalTail::whole);
  if (instance->db) {
    look_for_floor(*instance);
  } else {
    instance->db = detail::open_to_read(instance->path, detail::WalTail::anything);
    look_for_floor(*instance);
    instance->db = detail::open_to_read(instance->path, detail::WalTail::torn);
    remarks_.push_back(fmt::format("{}: the last record is incomplete", instance->path.string()));
  }
  detail::check_label(*instance->db, number, instance->path);
  instance->at.reset(instance->db->NewIterator(rocksdb::ReadOptions()));
  return instance;
}

void LogReader::look_for_floor(Instance& instance) {
  const std::uint64_t part = synced_part(*instance.db, instance.image, instance.path);
  if (part > 0) view_.floor = std::max(view_.floor, part - 1);
  if (instance.image == 0) view_.floor = std::max(view_.floor, synced_commit(*instance.db, checkpoint_, instance.path));
}

// Looks at all parts of all versions, as far as they are committed.
void LogReader::find_end(const LogWatch& watch) {
  const std::uint64_t last = commits_ ? detail::last_commit(*commits_->db, commits_->path) : 0;
  const Sink look = [&](std::string_view lines) {
    bytes_ += lines.size();
    if (watch) watch(static_cast<double>(view_.end - checkpoint_) / static_cast<double>(last - checkpoint_));
  };
  while (view_.end < last && (end_reason_ = complaint_about(view_.end + 1, look)).empty()) ++view_.end;
  if (!end_reason_.empty()) return;
  end_reason_ = fmt::format("{}: the commit record of version {} is missing", log_instance_path(folder_, 0).string(),
                            view_.end + 1);
}

std::string LogReader::complaint_about(std::uint64_t version, const Sink& sink) {
  if (!has_commit_record(version)) {
    return fmt::format("{}: the commit record of version {} is missing", commits_->path.string(), version);
  }
  const CommitRecord record = commit_record(version);
  for (const LogShare& share : record.shares) {
    if (static_cast<int>(share.image) % num_images_ != image_) continue;
    const bool is_there = std::any_of(instances_.begin(), instances_.end(), [&](const auto& instance) {
      return instance->image == static_cast<int>(share.image);
    });
    if (!is_there) {
      return fmt::format("{} is missing; it has changes of version {}",
                         log_instance_path(folder_, static_cast<int>(share.image)).string(), version);
    }
  }
  for (const auto& instance : instances_) {
    const LogShare expected = record.share_of(static_cast<std::uint32_t>(instance->image));
    const LogShare found = read_share(*instance, version, sink);
    if (found != expected) {
      return fmt::format("{}: version {} has {} parts with {} bytes, but {} with {} were committed{}",
                         instance->path.string(), version, found.parts, found.bytes, expected.parts, expected.bytes,
                         found.bytes == expected.bytes ? ", with other checksums" : "");
    }
  }
  return "";
}

bool LogReader::has_commit_record(std::uint64_t version) {
  std::string ignored;
  const auto status = commits_->db->Get(rocksdb::ReadOptions(), LogKey{version, kCommitPart}.bytes(), &ignored);
  if (status.IsNotFound()) return false;
  detail::require(status, commits_->path, "read the log");
  return true;
}

CommitRecord LogReader::commit_record(std::uint64_t version) {
  const LogKey key{version, kCommitPart};
  std::string value;
  detail::require(commits_->db->Get(rocksdb::ReadOptions(), key.bytes(), &value), commits_->path, "read the log");
  const auto opened = open_value(key, 0, value, commits_->path);
  return CommitRecord::of(version, opened.marks, opened.payload, commits_->path);
}

// Checks all parts of a version in an instance one by one; the caller compares their totals.
LogShare LogReader::read_share(Instance& instance, std::uint64_t version, const Sink& sink) {
  source_ = instance.path;
  LogShare share{.image = static_cast<std::uint32_t>(instance.image)};
  std::string begun;  // of a part that continues in the next record
  rocksdb::Iterator& at = *instance.at;
  const LogKey first{version, 0};
  // The iterator is often there already, after the parts of the version before.
  const bool is_there = at.Valid() && LogKey::of(at.key().ToStringView(), instance.path) == first;
  if (!is_there) at.Seek(first.bytes());
  for (; at.Valid(); at.Next()) {
    const LogKey key = LogKey::of(at.key().ToStringView(), instance.path);
    if (key.version != version) break;
    if (key.part == kCommitPart) continue;
    if (key.part != share.parts) break;  // one is missing before it
    const auto value = open_value(key, share.image, at.value().ToStringView(), instance.path);
    share.add(value.payload.size(), value.checksum);
    if (value.marks.goes_on || !begun.empty()) begun += value.payload;
    if (value.marks.goes_on) continue;
    sink(begun.empty() ? value.payload : std::string_view(begun));
    std::string().swap(begun);
  }
  detail::require(at.status(), instance.path, "read the log");
  return share;
}

void LogReader::accept(std::span<const LogView> views) {
  LogView all = view_;
  for (const LogView& view : views) {
    all.floor = std::max(all.floor, view.floor);
    all.end = std::min(all.end, view.end);
  }
  if (all.end < all.floor) {
    const std::string reason = view_.end == all.end ? end_reason_ : "another image found the damage";
    fail(ErrorKind::io,
         "{}: the updates up to version {} were acknowledged, but only those up to {} are complete: {}: {}",
         folder_.string(), all.floor, all.end, reason, kRestore);
  }
  committed_ = all.end;
  const std::uint64_t last = commits_ ? detail::last_commit(*commits_->db, commits_->path) : 0;
  if (last > committed_) {
    remarks_.push_back(
        fmt::format("{}: updates {} to {} had not reached the disk when the machine stopped, and are lost",
                    folder_.string(), committed_ + 1, last));
  }
}

CommitRecord LogReader::read(std::uint64_t version, const Sink& sink) {
  QUADRILLE_ASSERT(version > checkpoint_ && version <= committed_, "a version that accept() found committed");
  CommitRecord record = commit_record(version);
  for (const auto& instance : instances_) {
    const LogShare found = read_share(*instance, version, sink);
    if (found != record.share_of(found.image)) {
      fail(ErrorKind::io, "{}: version {} has changed while it was read", instance->path.string(), version);
    }
  }
  return record;
}

}  // namespace quadrille
