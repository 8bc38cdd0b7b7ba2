#pragma once

// TARGET/backup.json lists the content of a backup. It is written last and has its own checksum. So if it is sound, the
// backup is complete; the seals detect later damage to its files.

#include <cstdint>
#include <filesystem>
#include <string>

#include "quadstore/manifest.hpp"

namespace quadrille {

struct BackupManifest {
  static constexpr int kFormat = 1;

  std::string made;                 // UTC: 2024-05-17T08:30:00Z
  std::uint64_t version = 0;        // of the updates in the backup
  std::uint64_t next_blank = 0;     // counters of blank nodes from here on had not been given out
  std::uint64_t first_version = 0;  // in the changes; version + 1 if there are none
  FileSeal changes;
  Manifest database;  // the generation's, with its files

  std::string to_json() const;
  static BackupManifest from_json(const std::string& text, const std::string& source);

  // Writes a temporary file, renames it, and syncs the folder.
  void write(const std::filesystem::path& folder) const;
  // Fails with ErrorKind::user if there is no backup, with ErrorKind::io if it is damaged or has a newer format.
  static BackupManifest read(const std::filesystem::path& folder);

  bool operator==(const BackupManifest&) const = default;
};

inline constexpr const char* kBackupManifest = "backup.json";
inline constexpr const char* kBackupChanges = "changes.text";

// Local. Reads and verifies the changes of a backup. The files of its generation are verified by check_files() or while
// they are copied. Fails with ErrorKind::io at damage.
void verify_changes(const std::filesystem::path& folder, const BackupManifest& backup);

// Local. Reads a whole backup and compares every file with its checksum. Fails with ErrorKind::io at damage, naming it.
void verify_backup(const std::filesystem::path& folder);

// Local. Gives a backup another name in the same folder, in one step; both are synced.
void publish_backup(const std::filesystem::path& from, const std::filesystem::path& to);
// Local. Removes a backup: first what makes it one, so that a rest is not taken for a backup.
void remove_backup(const std::filesystem::path& folder);

}  // namespace quadrille
