#pragma once

// A BackupWriter backs up a state of a database: the files of its generation, and the changes of its version since
// then.
//
//   BackupWriter backup(database, manifest, target, options);   links or copies the files: they must exist until then
//   backup.begin(version, next_blank);                          if the version has changes: those since the generation
//   backup.add("+ <s> <p> \"o\" .\n");                          ... whole lines, in any order of quads
//   BackupReport report = backup.finish(version, next_blank);   moves the backup to its place
//
// Local, on one image. Without finish() (an error, a crash) the target does not change; the next backup removes the
// unfinished files beside it. Errors: ErrorKind::user if the target is not allowed, storage_full, io.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "loader/backup/backup_changes.hpp"
#include "loader/backup/backup_manifest.hpp"
#include "loader/build/build_folder.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

struct BackupOptions {
  bool copy = false;                // copies the database's files instead of linking them
  std::filesystem::path like = {};  // an earlier backup, whose files are linked if they are the same; empty: that of
                                    // the target
};

struct BackupReport {
  std::uint64_t version = 0;
  std::uint64_t linked = 0;  // hard links to the database's files
  std::uint64_t kept = 0;    // files kept from the target's last backup
  std::uint64_t copied = 0, copied_bytes = 0;
  std::uint64_t changes_bytes = 0;

  // {"version":17,"files":18,"linked":18,"kept":0,"copied":0,"copied_bytes":0,"changes_bytes":120}
  std::string to_json() const;
};

class BackupWriter {
 public:
  // `target` does not exist, is empty, or is an earlier backup. It is not in the database's folder.
  BackupWriter(const std::filesystem::path& database, const Manifest& manifest, const std::filesystem::path& target,
               const BackupOptions& options = {});

  // `rules`: of ChangesWriter::begin().
  void begin(std::uint64_t version, std::uint64_t next_blank, std::optional<std::string_view> rules = {});
  void add(std::string_view lines);
  BackupReport finish(std::uint64_t version, std::uint64_t next_blank);

 private:
  void take_files(const std::filesystem::path& database, const BackupOptions& options);
  void take_file(const std::filesystem::path& from, const ManifestFile& file, bool copy);
  bool keep_file(const std::filesystem::path& from, const ManifestFile& file);

  const std::filesystem::path like_;
  std::optional<BackupManifest> last_;  // of the backup there, if it can be read
  BuildFolder folder_;
  BackupManifest backup_;
  std::optional<ChangesWriter> changes_;
  BackupReport report_;
};

}  // namespace quadrille
