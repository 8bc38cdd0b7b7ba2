#include "loader/backup/restore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "loader/backup/backup_changes.hpp"
#include "loader/build/build_folder.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/link_file.hpp"
#include "quadstore/log/rules_record.hpp"
#include "quadstore/log/update_log.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

Failpoint restored_files("restore.files.after"), after_log("restore.log.after"),
    before_restored("restore.publish.before"), after_restored("restore.publish.after");

void take_file(const fs::path& from, const fs::path& to, const FileSeal& seal, bool copy) {
  if (copy || !link_file(from, to)) return copy_file(from, to, seal);
  const MappedFile file(to);
  if (file.bytes().size() != seal.size_bytes || checksum(file.bytes()) != seal.checksum) {
    fail(ErrorKind::io, "{}: the checksum differs from the one in {}; take another backup", from.string(),
         kBackupManifest);
  }
}

void take_files(const fs::path& backup, const fs::path& folder, const Manifest& manifest, bool copy) {
  std::set<fs::path> folders;
  for (const ManifestFile& file : manifest.files) {
    const fs::path parent = (folder / file.path).parent_path();
    if (folders.insert(parent).second) {
      std::error_code error;
      fs::create_directories(parent, error);
      if (error) fail_io("create", parent, error.value());
    }
    take_file(backup / file.path, folder / file.path, file.seal, copy);
  }
}

// Returns the number of lines; rules are one.
std::uint64_t write_log(const fs::path& backup, const fs::path& folder, const BackupManifest& its) {
  const fs::path log = log_folder(folder);
  fs::create_directories(log);
  std::uint64_t changes = 0;
  {
    LogOptions options;
    options.sync = SyncPolicy::off;  // everything is synced once, at the end
    UpdateLog instance(log, 0, its.first_version - 1, options);
    CommitRecord record;
    read_changes(backup / kBackupChanges,
                 {[&](std::uint64_t version, std::uint64_t next_blank) {
                    record.version = version;
                    record.next_blank_node = next_blank;
                    instance.begin(version);
                  },
                  [&](std::string_view lines) {
                    changes += static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
                    instance.add(lines);
                  },
                  [&] {
                    record.shares = {instance.write()};
                    instance.commit(record);
                  },
                  [&](std::string_view rules) {
                    instance.add(rules_record(rules));
                    ++changes;
                  }});
    instance.sync();
    instance.raise_mark(its.version);
  }
  sync_folder(log);
  sync_folder(folder);
  return changes;
}

}  // namespace

std::string RestoreReport::to_json() const {
  return fmt::format(R"({{"version":{},"files":{},"changes":{}}})", version, files, changes);
}

RestoreReport restore_backup(const fs::path& backup, const fs::path& database, const RestoreOptions& options) {
  const BackupManifest its = BackupManifest::read(backup);
  verify_changes(backup, its);
  BuildFolder folder(database, options.replace);
  RestoreReport report;
  report.version = its.version;
  report.files = its.database.files.size();
  take_files(backup, folder.path(), its.database, options.copy);
  restored_files.pass();
  if (its.first_version <= its.version) report.changes = write_log(backup, folder.path(), its);
  after_log.pass();
  Manifest manifest = its.database;
  manifest.version = its.first_version - 1;  // the log begins after this version
  if (report.changes == 0) manifest.blank_nodes = std::max(manifest.blank_nodes, its.next_blank);
  manifest.write(folder.path());
  report.quads = manifest.default_quads + manifest.named_quads;
  before_restored.pass();
  folder.publish();
  after_restored.pass();
  return report;
}

}  // namespace quadrille
