#include "loader/backup/write_backup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/link_file.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

Failpoint after_files("backup.files.after"), after_changes("backup.changes.after"),
    before_publish("backup.publish.before"), after_publish("backup.publish.after");

std::optional<BackupManifest> last_backup(const fs::path& target) {
  try {
    return BackupManifest::read(target);
  } catch (const Error&) {
    return std::nullopt;  // no backup, or an unusable one
  }
}

// The path that BuildFolder will use for the target, after checking that it is outside of the database.
const fs::path& outside(const fs::path& target, const fs::path& database) {
  const fs::path inner = fs::weakly_canonical(fs::absolute(target)), outer = fs::weakly_canonical(database);
  const auto [left, right] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  if (left == outer.end() || (left->empty() && std::next(left) == outer.end())) {
    fail(ErrorKind::user, "the backup {} would be inside the database; name a folder elsewhere", target.string());
  }
  return target;
}

}  // namespace

std::string BackupReport::to_json() const {
  return fmt::format(
      R"({{"version":{},"files":{},"linked":{},"kept":{},"copied":{},"copied_bytes":{},"changes_bytes":{}}})", version,
      linked + kept + copied, linked, kept, copied, copied_bytes, changes_bytes);
}

BackupWriter::BackupWriter(const fs::path& database, const Manifest& manifest, const fs::path& target,
                           const BackupOptions& options)
    : like_(options.like.empty() ? target : options.like),
      last_(last_backup(like_)),
      folder_(outside(target, database), true, kBackupFolder) {
  backup_.database = manifest;
  take_files(database, options);
  changes_.emplace(folder_.path() / kBackupChanges);
  backup_.first_version = 0;
  after_files.pass();
}

void BackupWriter::take_files(const fs::path& database, const BackupOptions& options) {
  std::set<fs::path> folders{folder_.path()};
  for (const ManifestFile& file : backup_.database.files) {
    const fs::path parent = (folder_.path() / file.path).parent_path();
    if (folders.insert(parent).second) {
      std::error_code error;
      fs::create_directories(parent, error);
      if (error) fail_io("create", parent, error.value());
    }
    take_file(database / file.path, file, options.copy);
  }
  for (const fs::path& folder : folders) sync_folder(folder);
}

void BackupWriter::take_file(const fs::path& from, const ManifestFile& file, bool copy) {
  const fs::path to = folder_.path() / file.path;
  if (!copy && link_file(from, to)) {
    if (fs::file_size(to) != file.seal.size_bytes) {
      fail(ErrorKind::io, "{}: {} bytes, but the manifest has {}; run 'quadrille check'", from.string(),
           fs::file_size(to), file.seal.size_bytes);
    }
    ++report_.linked;
  } else if (keep_file(from, file)) {
    ++report_.kept;
  } else {
    copy_file(from, to, file.seal);
    ++report_.copied;
    report_.copied_bytes += file.seal.size_bytes;
  }
}

// The same file in the last backup, if it exists with the right size and is not the database's own file. (That one
// could not be linked, or linking is not wanted.)
bool BackupWriter::keep_file(const fs::path& from, const ManifestFile& file) {
  if (!last_) return false;
  const auto& files = last_->database.files;
  if (std::find(files.begin(), files.end(), file) == files.end()) return false;
  std::error_code error;
  if (fs::file_size(like_ / file.path, error) != file.seal.size_bytes || error) return false;
  if (fs::equivalent(like_ / file.path, from, error)) return false;
  return link_file(like_ / file.path, folder_.path() / file.path);
}

void BackupWriter::begin(std::uint64_t version, std::uint64_t next_blank, std::optional<std::string_view> rules) {
  if (backup_.first_version == 0) backup_.first_version = version;
  changes_->begin(version, next_blank, rules);
}

void BackupWriter::add(std::string_view lines) {
  changes_->add(lines);
  report_.changes_bytes += lines.size();
}

BackupReport BackupWriter::finish(std::uint64_t version, std::uint64_t next_blank) {
  backup_.changes = changes_->finish();
  after_changes.pass();
  backup_.made = utc_now();
  backup_.version = report_.version = version;
  backup_.next_blank = next_blank;
  if (backup_.first_version == 0) backup_.first_version = version + 1;
  backup_.write(folder_.path());
  before_publish.pass();
  folder_.publish();
  after_publish.pass();
  return report_;
}

}  // namespace quadrille
