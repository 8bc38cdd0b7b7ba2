#include "loader/build/build_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "quadstore/aside_file.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void io_failed(const char* action, const fs::path& path, int code) {
  fail(ErrorKind::io, "cannot {} {}: {}", action, path.string(), std::strerror(code));
}

// Follows a link to the folder, and removes a slash at the end, because the names beside the folder are made from its
// own.
fs::path resolved(const fs::path& path) {
  const fs::path whole = fs::weakly_canonical(fs::absolute(path));
  return whole.has_filename() ? whole : whole.parent_path();
}

fs::path beside(const fs::path& database, std::string_view suffix) {
  return database.string() + std::string(suffix) + std::to_string(::getpid());
}

fs::path lock_path(const fs::path& building) {
  return building / "building.lock";
}

// Returns the descriptor that holds the lock; -1 if another process holds it, or if the folder is read-only.
int try_to_lock(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) return -1;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

void remove_folder(const fs::path& folder) {
  std::error_code ignored;  // the next build tries again
  fs::remove_all(folder, ignored);
}

bool is_one(const fs::path& folder, const FolderKind& kind) {
  return fs::exists(folder / kind.sign);
}

// True if `name` is the suffix and the number of a process.
bool is_named(std::string_view name, std::string_view suffix) {
  if (!name.starts_with(suffix) || name.size() == suffix.size()) return false;
  return name.find_first_not_of("0123456789", suffix.size()) == std::string_view::npos;
}

void remove_unfinished(const fs::path& building) {
  const int lock = try_to_lock(lock_path(building));
  if (lock < 0) return;
  remove_folder(building);
  ::close(lock);
}

// Puts the old database back if the new one never arrived.
void settle_replaced(const fs::path& replaced, const fs::path& database, const FolderKind& kind) {
  std::error_code error;
  if (!fs::exists(database) && is_one(replaced, kind)) {
    fs::rename(replaced, database, error);
    if (error) io_failed("put back the database at", replaced, error.value());
  } else {
    remove_folder(replaced);
  }
}

void rename_folder(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) io_failed("move the new database to", to, errno);
}

// Returns false if the file system does not support the call.
bool exchange(const fs::path& a, const fs::path& b) {
  if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return true;
  if (errno == EINVAL || errno == ENOSYS || errno == ENOTSUP) return false;
  io_failed("exchange with the new database", b, errno);
}

// Renames twice; puts the old folder back if the second rename fails.
void replace_folder(const fs::path& building, const fs::path& database, const fs::path& replaced) {
  rename_folder(database, replaced);
  try {
    rename_folder(building, database);
  } catch (const Error&) {
    rename_folder(replaced, database);
    throw;
  }
}

// A mount point cannot be renamed.
bool is_mount_point(const fs::path& folder) {
  struct statx facts {};
  if (::statx(AT_FDCWD, folder.c_str(), 0, STATX_TYPE, &facts) != 0) return false;
  return (facts.stx_attributes & facts.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT) != 0;
}

// Ignores the commands' lock file (server/engine/database_lock.hpp), which is not the user's.
bool holds_other_files(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != "lock") return true;
  }
  return false;
}

}  // namespace

void check_place(const fs::path& database, bool replace, const FolderKind& kind) {
  if (!fs::exists(database)) return;
  if (!fs::is_directory(database)) fail(ErrorKind::user, "{} exists but is not a folder", database.string());
  if (is_mount_point(database)) {
    fail(ErrorKind::user, "cannot put a {} at {}: a file system is mounted there; name a folder inside it", kind.noun,
         database.string());
  }
  if (is_one(database, kind)) {
    if (replace) return;
    fail(ErrorKind::user, "a {} exists at {} already; use --replace to replace it", kind.noun, database.string());
  }
  if (holds_other_files(database)) {
    fail(ErrorKind::user, "{} has other files and no {}; name a folder that is empty or does not exist yet",
         database.string(), kind.noun);
  }
}

void remove_leftovers(const fs::path& named, const FolderKind& kind) {
  const fs::path database = resolved(named);
  const fs::path parent = database.parent_path();
  const std::string name = database.filename().string();
  if (!fs::is_directory(parent)) return;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(parent)) {
    if (entry.path().filename().string().starts_with(name) && entry.is_directory()) found.push_back(entry.path());
  }
  for (const fs::path& path : found) {
    const std::string rest = path.filename().string().substr(name.size());
    if (is_named(rest, kBuildingMark)) remove_unfinished(path);
    if (is_named(rest, kReplacedMark)) settle_replaced(path, database, kind);
  }
}

BuildFolder::BuildFolder(fs::path database, bool replace, const FolderKind& kind)
    : database_(resolved(database)), building_(beside(database_, kBuildingMark)), replace_(replace), kind_(kind) {
  remove_leftovers(database_, kind_);
  check_place(database_, replace_, kind_);
  std::error_code error;
  fs::create_directories(building_, error);
  if (error) io_failed("create", building_, error.value());
  lock_ = try_to_lock(lock_path(building_));
  if (lock_ < 0)
    fail(ErrorKind::io, "cannot lock {}: another build uses it, or it is not writable", building_.string());
}

BuildFolder::~BuildFolder() {
  if (lock_ < 0) return;
  remove_folder(building_);
  ::close(lock_);
}

void BuildFolder::publish() {
  check_place(database_, replace_, kind_);
  fs::path old;
  if (!fs::exists(database_)) {
    rename_folder(building_, database_);
  } else if (exchange(building_, database_)) {
    old = building_;
  } else {
    old = beside(database_, kReplacedMark);
    replace_folder(building_, database_, old);
  }
  sync_folder(database_.parent_path());
  ::close(lock_);
  lock_ = -1;
  std::error_code ignored;
  fs::remove(lock_path(database_), ignored);
  if (!old.empty()) remove_folder(old);
}

}  // namespace quadrille
