#pragma once

// Where a database is built: beside its place, then moved there in one step, so that at every moment there is the old
// database or the new one.
//
//   DIR.building-PID    being built; its file "building.lock" is locked (flock) by the builder while that lives
//   DIR.replaced-PID    the old database, for the moment between the switch and its removal
//   DIR                 the database
//
// Backups are made in the same way (loader/backup): what tells a folder of the one kind from others is the file that is
// written last.
//
// The switch exchanges the two names in one system call where the file system can (RENAME_EXCHANGE: ext4, xfs, btrfs,
// tmpfs); elsewhere the old folder is renamed first, and remove_leftovers() puts it back if the builder died between.
// A folder that holds no database is never replaced. Errors are ErrorKind::user (it is there already) and io.

#include <filesystem>

namespace quadrille {

struct FolderKind {
  const char* sign;  // the file that makes a folder one of this kind
  const char* noun;  // "database"
};
inline constexpr FolderKind kDatabaseFolder{"manifest.json", "database"};
inline constexpr FolderKind kBackupFolder{"backup.json", "backup"};

class BuildFolder {
 public:
  // Local; one image. Fails if `database` is there and may not be replaced. Removes the leftovers of earlier builds.
  BuildFolder(std::filesystem::path database, bool replace, const FolderKind& kind = kDatabaseFolder);
  // Removes what was built unless publish() was called.
  ~BuildFolder();
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;

  const std::filesystem::path& path() const { return building_; }

  // Everything in path() is synced. Afterwards it lies at the database's place, and what was there is gone.
  void publish();

 private:
  std::filesystem::path database_, building_;
  bool replace_;
  FolderKind kind_;
  int lock_ = -1;
};

// Local. Fails with ErrorKind::user if a build could not go to `database`.
void check_place(const std::filesystem::path& database, bool replace, const FolderKind& kind = kDatabaseFolder);

// Local. Removes what builds of this database that did not end well have left beside it, and puts a database back that
// was being replaced. Leaves the folders of running builds alone. For builds and for whoever opens the database.
void remove_leftovers(const std::filesystem::path& database, const FolderKind& kind = kDatabaseFolder);

}  // namespace quadrille
