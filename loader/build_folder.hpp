#pragma once

// Where a database is built: beside its place, then moved there in one step, so that at every moment there is the old
// database or the new one.
//
//   DIR.building-PID    being built; its file "building.lock" is locked (flock) by the builder while that lives
//   DIR.replaced-PID    the old database, for the moment between the switch and its removal
//   DIR                 the database
//
// The switch exchanges the two names in one system call where the file system can (RENAME_EXCHANGE: ext4, xfs, btrfs,
// tmpfs); elsewhere the old folder is renamed first, and remove_leftovers() puts it back if the builder died between.
// A folder that holds no database is never replaced. Errors are ErrorKind::user (it is there already) and io.

#include <filesystem>

namespace quadrille {

class BuildFolder {
 public:
  // Local; one image. Fails if `database` is there and may not be replaced. Removes the leftovers of earlier builds.
  BuildFolder(std::filesystem::path database, bool replace);
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
  int lock_ = -1;
};

// Local. Fails with ErrorKind::user if a build could not go to `database`.
void check_place(const std::filesystem::path& database, bool replace);

// Local. Removes what builds of this database that did not end well have left beside it, and puts a database back that
// was being replaced. Leaves the folders of running builds alone. For builds and for whoever opens the database.
void remove_leftovers(const std::filesystem::path& database);

}  // namespace quadrille
