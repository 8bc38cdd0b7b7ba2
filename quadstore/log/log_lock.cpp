#include "quadstore/log/log_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

std::string read_holder(int file) {
  std::array<char, 256> text;
  const ssize_t size = ::pread(file, text.data(), text.size(), 0);
  std::string holder(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  while (!holder.empty() && holder.back() == '\n') holder.pop_back();
  return holder.empty() ? "another process" : holder;
}

// For people alone, so a disk that is too full for it is no reason to fail.
void write_holder(int file) {
  std::array<char, 128> host{};
  ::gethostname(host.data(), host.size() - 1);
  const std::string holder = fmt::format("process {} on {}\n", ::getpid(), host.data());
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, holder.data(), holder.size(), 0) < 0) errno = 0;
}

}  // namespace

LogLock::LogLock(const fs::path& folder, Use use) {
  const bool writes = use == Use::write;
  const fs::path path = folder / "lock";
  if (writes) {
    std::error_code error;
    fs::create_directories(folder, error);
  }
  file_ = ::open(path.c_str(), writes ? O_RDWR | O_CREAT | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0644);
  if (file_ < 0) {
    const int code = errno;
    if (!writes && code == ENOENT) return;
    fail(code == ENOSPC || code == EDQUOT ? ErrorKind::storage_full : ErrorKind::io, "cannot open {}: {}",
         path.string(), std::strerror(code));
  }
  if (::flock(file_, (writes ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
    const int code = errno;
    const std::string holder = read_holder(file_);
    ::close(file_);
    if (code != EWOULDBLOCK) fail(ErrorKind::io, "cannot lock {}: {}", path.string(), std::strerror(code));
    fail(ErrorKind::user, "{} is in use by {}: end that first, or send it the updates", folder.string(), holder);
  }
  if (writes) write_holder(file_);
}

LogLock::~LogLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace quadrille
