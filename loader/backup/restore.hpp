#pragma once

// A backup becomes a database: its files are linked or copied, each compared with its checksum; what had changed since
// the generation goes into a log, as a version that was committed by one image, which any number of images reads. All
// of it is synced before the database is at its place, in one step; until then there is nothing there, or what was.

#include <cstdint>
#include <filesystem>
#include <string>

#include "loader/backup/backup_manifest.hpp"

namespace quadrille {

struct RestoreOptions {
  bool replace = false;  // a database that is there is given up when the restored one is complete
  bool copy = false;     // no link to the backup's files
};

struct RestoreReport {
  std::uint64_t version = 0;
  std::uint64_t quads = 0;  // in the generation's files
  std::uint64_t files = 0, changes = 0;

  // {"version":17,"files":18,"changes":3}
  std::string to_json() const;
};

// Local, one process. Who restores holds the lock of a database that is replaced. Fails with ErrorKind::user where
// there is no backup, or a database that may not be replaced; with ErrorKind::io at damage, naming it.
RestoreReport restore_backup(const std::filesystem::path& backup, const std::filesystem::path& database,
                             const RestoreOptions& options = {});

}  // namespace quadrille
