#include "base/unnamed_file.hpp"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.hpp"

namespace quadrille {

UnnamedFile::UnnamedFile(const std::string& folder, std::string content, std::string remedy)
    : content_(std::move(content)), remedy_(std::move(remedy)) {
  file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file_ >= 0) return;
  std::string path = (std::filesystem::path(folder) / "spool-XXXXXX").string();
  file_ = ::mkostemp(path.data(), O_CLOEXEC);
  if (file_ < 0) fail_with("cannot make a file in " + folder + " for " + content_);
  ::unlink(path.c_str());
}

UnnamedFile::~UnnamedFile() {
  ::close(file_);
}

void UnnamedFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_with("cannot store " + content_);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::size_t UnnamedFile::read(std::uint64_t from, std::span<char> to) const {
  ssize_t got;
  while ((got = ::pread(file_, to.data(), to.size(), static_cast<off_t>(from))) < 0 && errno == EINTR) continue;
  if (got < 0) fail_with("cannot read " + content_ + " again");
  return static_cast<std::size_t>(got);
}

void UnnamedFile::fail_with(const std::string& what) const {
  const int code = errno;
  const bool is_full = code == ENOSPC || code == EDQUOT;
  fail(is_full ? ErrorKind::storage_full : ErrorKind::io, "{}: {}{}{}", what, std::strerror(code), is_full ? "; " : "",
       is_full ? remedy_ : "");
}

}  // namespace quadrille
