#pragma once

// A BuildFolder builds a database beside its place and moves it there in one step, so the place always holds the old
// database or the new one.
//
//   DIR.building-PID    being built; its builder holds a lock (flock) on its file "building.lock" as long as it runs
//   DIR.replaced-PID    the old database, for the moment between the switch and its removal
//   DIR                 the database
//
// Backups are made in the same way (loader/backup). The file that is written last distinguishes the two kinds of
// folders.
//
// The switch exchanges the two names in one system call if the file system supports that (RENAME_EXCHANGE: ext4, xfs,
// btrfs, tmpfs). Otherwise it renames the old folder first, and remove_leftovers() puts it back if the builder died in
// between. A folder that holds no database is never replaced. Errors are ErrorKind::user (the place is taken) and io.

#include <filesystem>
#include <string_view>

namespace quadrille {

// Behind the name of a database, with a process id behind them.
inline constexpr std::string_view kBuildingMark = ".building-", kReplacedMark = ".replaced-";

struct FolderKind {
  const char* sign;  // the file that a folder of this kind has
  const char* noun;  // "database"
};
inline constexpr FolderKind kDatabaseFolder{"manifest.json", "database"};
inline constexpr FolderKind kBackupFolder{"backup.json", "backup"};

class BuildFolder {
 public:
  // Local; one image. Fails if `database` exists and may not be replaced. Removes the leftovers of earlier builds.
  BuildFolder(std::filesystem::path database, bool replace, const FolderKind& kind = kDatabaseFolder);
  // Removes what was built unless publish() was called.
  ~BuildFolder();
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;

  const std::filesystem::path& path() const { return building_; }

  // Needs everything in path() synced. Moves it to the database's place and removes what was there.
  void publish();

 private:
  std::filesystem::path database_, building_;
  bool replace_;
  FolderKind kind_;
  int lock_ = -1;
};

// Local. Fails with ErrorKind::user if a build cannot write to `database`.
void check_place(const std::filesystem::path& database, bool replace, const FolderKind& kind = kDatabaseFolder);

// Local. Removes what failed builds of this database have left beside it, and puts back a database whose replacement
// was interrupted. Leaves the folders of running builds alone. Called by builds and by programs that open the database.
void remove_leftovers(const std::filesystem::path& database, const FolderKind& kind = kDatabaseFolder);

}  // namespace quadrille
