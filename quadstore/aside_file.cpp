#include "quadstore/aside_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/failpoint.hpp"
#include "quadstore/io_error.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kBufferBytes = 1 << 20;

Failpoint before_create("file.create.before"), before_write("file.write.before"), half_written("file.write.half"),
    before_sync("file.sync.before"), after_sync("file.sync.after"), before_rename("file.rename.before"),
    after_rename("file.rename.after"), before_folder("file.folder.before"), after_folder("file.folder.after");

[[noreturn]] void io_failed(const char* action, const std::filesystem::path& path) {
  fail_io(action, path, errno);
}

}  // namespace

AsideFile::AsideFile(std::filesystem::path path) : path_(std::move(path)), aside_(path_.string() + ".tmp") {
  before_create.pass();
  open(O_CREAT | O_TRUNC);
  is_aside_ = true;
}

AsideFile::~AsideFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (is_aside_) ::unlink(aside_.c_str());
}

void AsideFile::open(int more_flags) {
  descriptor_ = ::open(aside_.c_str(), O_WRONLY | O_CLOEXEC | more_flags, 0644);
  if (descriptor_ < 0) io_failed(is_aside_ ? "open" : "create", aside_);
  buffer_.reserve(kBufferBytes);
}

void AsideFile::pause() {
  flush();
  sync_and_close();
  buffer_ = std::vector<std::byte>();
}

void AsideFile::write(std::span<const std::byte> bytes) {
  checksum_.add(bytes);
  size_ += bytes.size();
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kBufferBytes - buffer_.size());
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes = bytes.subspan(count);
    if (buffer_.size() == kBufferBytes) flush();
  }
}

void AsideFile::pad_to_multiple_of(std::uint64_t alignment) {
  constexpr std::array<std::byte, 64> kZeros{};
  while (size_ % alignment != 0)
    write(std::span(kZeros).first(std::min<std::uint64_t>(64, alignment - size_ % alignment)));
}

void AsideFile::flush() {
  if (descriptor_ < 0) open(O_APPEND);
  before_write.pass();
  const bool dies = half_written.is_due();
  const std::size_t end = dies ? buffer_.size() / 2 : buffer_.size();
  for (std::size_t written = 0; written < end;) {
    const ssize_t count = ::write(descriptor_, buffer_.data() + written, end - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) io_failed("write", aside_);
    written += static_cast<std::size_t>(count);
  }
  if (dies) Failpoint::die();
  buffer_.clear();
}

void AsideFile::sync_and_close() {
  before_sync.pass();
  if (::fsync(descriptor_) != 0) io_failed("sync", aside_);
  after_sync.pass();
  if (::close(std::exchange(descriptor_, -1)) != 0) io_failed("close", aside_);
}

FileSeal AsideFile::finish() {
  flush();
  sync_and_close();
  before_rename.pass();
  if (std::rename(aside_.c_str(), path_.c_str()) != 0) io_failed("rename to its place", aside_);
  is_aside_ = false;
  after_rename.pass();
  return {size_, checksum_.value()};
}

void sync_folder(const std::filesystem::path& folder) {
  before_folder.pass();
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) io_failed("open", folder);
  const int failed = ::fsync(descriptor);
  const int code = errno;
  ::close(descriptor);
  errno = code;
  if (failed != 0) io_failed("sync", folder);
  after_folder.pass();
}

}  // namespace quadrille
