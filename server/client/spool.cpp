#include "server/client/spool.hpp"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kReadBytes = 256 * 1024;

class MemoryBytes final : public ByteSource {
 public:
  explicit MemoryBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> to) override {
    const std::size_t count = std::min(to.size(), bytes_.size() - next_);
    copy_bytes(to.data(), bytes_.data() + next_, count);
    next_ += count;
    return count;
  }

 private:
  const std::string bytes_;
  std::size_t next_ = 0;
};

// A file without a name; if the file system cannot make one, its name is removed at once.
class SpoolFile final : public ByteSource {
 public:
  explicit SpoolFile(const std::string& folder) {
    file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file_ >= 0) return;
    std::string path = (std::filesystem::path(folder) / "spool-XXXXXX").string();
    file_ = ::mkostemp(path.data(), O_CLOEXEC);
    if (file_ < 0) fail_with("cannot make a file in " + folder);
    ::unlink(path.c_str());
  }
  ~SpoolFile() override { ::close(file_); }
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_with("cannot store a request's body");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void rewind() { ::lseek(file_, 0, SEEK_SET); }

  std::size_t read(std::span<char> to) override {
    ssize_t got;
    while ((got = ::read(file_, to.data(), to.size())) < 0 && errno == EINTR) continue;
    if (got < 0) fail_with("cannot read a request's body again");
    return static_cast<std::size_t>(got);
  }

 private:
  [[noreturn]] static void fail_with(const std::string& what) {
    const int code = errno;
    const bool is_full = code == ENOSPC || code == EDQUOT;
    fail(is_full ? ErrorKind::storage_full : ErrorKind::io, "{}: {}{}", what, std::strerror(code),
         is_full ? "; free space on the disk of the database" : "");
  }
  int file_ = -1;
};

}  // namespace

std::unique_ptr<ByteSource> spool(ByteSource& from, const std::string& folder, const std::function<bool()>& cancelled) {
  std::string memory;
  std::unique_ptr<SpoolFile> file;
  std::vector<char> piece(kReadBytes);
  while (const std::size_t got = from.read(piece)) {
    if (cancelled && cancelled()) fail(ErrorKind::cancelled, "the client has disconnected");
    const std::string_view bytes(piece.data(), got);
    if (!file && memory.size() + got > kSpoolMemory) {
      file = std::make_unique<SpoolFile>(folder);
      file->write(memory);
      memory = {};
    }
    if (file) {
      file->write(bytes);
    } else {
      memory += bytes;
    }
  }
  if (!file) return std::make_unique<MemoryBytes>(std::move(memory));
  file->rewind();
  return file;
}

}  // namespace quadrille::server
