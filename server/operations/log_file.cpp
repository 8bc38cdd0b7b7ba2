#include "server/operations/log_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr int kLogFileFlags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY;
constexpr mode_t kOwnerAlone = 0600;

// The name of a new file is on the disk like its bytes.
void sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

// -1 with errno.
int open_log(const std::string& path) {
  const int old = ::open(path.c_str(), kLogFileFlags | O_NONBLOCK);
  if (old >= 0 || errno != ENOENT) return old;
  const int made = ::open(path.c_str(), kLogFileFlags | O_CREAT, kOwnerAlone);
  if (made >= 0) sync_folder_of(path);
  return made;
}

// Holds the lock of a file. A file system that has no locks has one process that writes.
class FileLock {
 public:
  explicit FileLock(int fd) : fd_(fd) {
    while (::flock(fd_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FileLock() { ::flock(fd_, LOCK_UN); }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  const int fd_;
};

// Returns 0, or the error.
int write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written == 0 ? EIO : errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

void check_log_folder(const std::string& path) {
  if (path == "-" || path.empty()) return;
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  if (!std::filesystem::is_directory(folder))
    fail(ErrorKind::user, "cannot write the log {}: there is no folder {}", path, folder.string());
}

LogFile::LogFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    fd_ = STDERR_FILENO;
    return;
  }
  check_log_folder(path_);
  fd_ = open_log(path_);
  if (fd_ < 0) fail(ErrorKind::user, "cannot write the log {}: {}", path_, std::strerror(errno));
  struct stat status {};
  ::fstat(fd_, &status);
  is_regular_ = S_ISREG(status.st_mode);
  if (is_regular_ || S_ISCHR(status.st_mode)) return;
  ::close(fd_);
  fail(ErrorKind::user, "cannot write the log {}: it is no file", path_);
}

LogFile::~LogFile() {
  if (fd_ != STDERR_FILENO) ::close(fd_);
}

void LogFile::fail_with(int error) const {
  const bool is_full = error == ENOSPC || error == EDQUOT;
  fail(is_full ? ErrorKind::storage_full : ErrorKind::io, "{}: {}", path_, std::strerror(error));
}

void LogFile::reopen_if_moved() {
  if (!is_regular_) return;
  struct stat open {};
  struct stat named {};
  ::fstat(fd_, &open);
  const bool is_there = ::stat(path_.c_str(), &named) == 0;
  if (is_there && named.st_ino == open.st_ino && named.st_dev == open.st_dev) return;
  const int fd = open_log(path_);
  if (fd < 0) fail_with(errno);
  ::close(std::exchange(fd_, fd));
}

void LogFile::append(std::string_view bytes) {
  reopen_if_moved();
  if (!is_regular_) {
    if (const int error = write_all(fd_, bytes)) fail_with(error);
    return;
  }
  const FileLock lock(fd_);
  struct stat before {};
  struct stat after {};
  ::fstat(fd_, &before);
  const int error = write_all(fd_, bytes);
  if (error == 0) return;
  // A rotation may have truncated the file meanwhile: it is not made longer here.
  if (::fstat(fd_, &after) == 0 && after.st_size > before.st_size && ::ftruncate(fd_, before.st_size) != 0)
    fail_with(errno);
  fail_with(error);
}

void LogFile::sync() {
  if (is_regular_ && ::fdatasync(fd_) != 0) fail_with(errno);
}

}  // namespace quadrille::server
