#include "loader/build/spill/spill_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "quadstore/io_error.hpp"

namespace quadrille {

namespace {

// Not every file system supports files without a name; on others the name is removed at once.
int open_unnamed(const std::filesystem::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return descriptor;
  std::string name = (folder / "spill-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

SpillFile::SpillFile(std::filesystem::path folder) : folder_(std::move(folder)), descriptor_(open_unnamed(folder_)) {
  if (descriptor_ < 0) fail_io("make a temporary file in", folder_, errno);
}

SpillFile::~SpillFile() {
  ::close(descriptor_);
}

std::uint64_t SpillFile::append(std::span<const std::byte> bytes) {
  const std::uint64_t offset = reserve(bytes.size());
  write(offset, bytes);
  return offset;
}

std::uint64_t SpillFile::reserve(std::uint64_t bytes) {
  return std::exchange(size_, size_ + bytes);
}

void SpillFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      fail_io("write temporary data (--temp names another place) in", folder_, written < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void SpillFile::read(std::uint64_t offset, std::span<std::byte> to) const {
  while (!to.empty()) {
    const ssize_t got = ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail_io("read temporary data in", folder_, got < 0 ? errno : EIO);
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
}

}  // namespace quadrille
