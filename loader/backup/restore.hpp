#pragma once

// Restores a database from a backup. The files are linked or copied, and each is compared with its checksum. Changes
// after the generation go into a log, as one version committed by one image; any number of images can read it.
// Everything is synced before the database moves to its place in one step. Until then the place holds nothing, or what
// was there.

#include <cstdint>
#include <filesystem>
#include <string>

#include "loader/backup/backup_manifest.hpp"

namespace quadrille {

struct RestoreOptions {
  bool replace = false;  // replaces an existing database when the restored one is complete
  bool copy = false;     // no link to the backup's files
};

struct RestoreReport {
  std::uint64_t version = 0;
  std::uint64_t quads = 0;  // in the generation's files
  std::uint64_t files = 0, changes = 0;

  // {"version":17,"files":18,"changes":3}
  std::string to_json() const;
};

// Local, one process. The caller holds the lock of a database that is replaced. Fails with ErrorKind::user if there is
// no backup, or if the database may not be replaced; with ErrorKind::io at damage, naming it.
RestoreReport restore_backup(const std::filesystem::path& backup, const std::filesystem::path& database,
                             const RestoreOptions& options = {});

}  // namespace quadrille
