#include "loader/rdf/detail/file_peek.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace quadrille::detail {

namespace {
constexpr std::size_t kWindowBytes = std::size_t{64} << 10;
}

FilePeek::FilePeek(std::string path, std::uint64_t size)
    : path_(std::move(path)), size_(size), descriptor_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail(ErrorKind::io, "cannot open {}: {}", path_, std::strerror(errno));
}

FilePeek::~FilePeek() {
  ::close(descriptor_);
}

std::string_view FilePeek::at(std::uint64_t offset, std::size_t bytes) {
  if (offset >= size_) return {};
  bytes = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, size_ - offset));
  const bool is_here = offset >= window_begin_ && offset + bytes <= window_begin_ + window_bytes_;
  if (!is_here) load(offset, bytes);
  const auto begin = static_cast<std::size_t>(offset - window_begin_);
  return {window_.data() + begin, std::min(bytes, window_bytes_ - begin)};
}

// Reads the window from `offset` on. If the file has shrunk, the window has fewer bytes.
void FilePeek::load(std::uint64_t offset, std::size_t bytes) {
  window_.resize(std::max({window_.size(), bytes, kWindowBytes}));
  window_begin_ = offset;
  window_bytes_ = 0;
  while (window_bytes_ < window_.size()) {
    const ssize_t got = ::pread(descriptor_, window_.data() + window_bytes_, window_.size() - window_bytes_,
                                static_cast<off_t>(offset + window_bytes_));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ErrorKind::io, "cannot read {}: {}", path_, std::strerror(errno));
    if (got == 0) return;
    window_bytes_ += static_cast<std::size_t>(got);
  }
}

std::uint64_t FilePeek::number(std::uint64_t offset, std::size_t bytes) {
  std::uint64_t value = 0;
  const std::string_view text = at(offset, bytes);
  for (std::size_t i = text.size(); i > 0; --i) value = value << 8 | static_cast<unsigned char>(text[i - 1]);
  return value;
}

}  // namespace quadrille::detail
