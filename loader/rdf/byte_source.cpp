#include "loader/rdf/byte_source.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "loader/rdf/content_guess.hpp"
#include "loader/rdf/detail/decompressor.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kToTheEnd = std::numeric_limits<std::uint64_t>::max();

class FileSource : public ByteSource {
 public:
  FileSource(const InputFile& file, std::uint64_t offset, std::uint64_t end, BytesRead* read = nullptr)
      : path_(file.path), left_(end - offset), read_(read) {
    if (file.is_stdin()) {
      descriptor_ = STDIN_FILENO;
      path_ = "standard input";
      return;
    }
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(ErrorKind::io, "cannot open {}: {}", path_, std::strerror(errno));
    if (offset != 0 && ::lseek(descriptor_, static_cast<off_t>(offset), SEEK_SET) < 0) {
      const int error = errno;
      ::close(descriptor_);
      fail(ErrorKind::io, "cannot read {} at byte {}: {}", path_, offset, std::strerror(error));
    }
    ::posix_fadvise(descriptor_, static_cast<off_t>(offset), 0, POSIX_FADV_SEQUENTIAL);
  }
  FileSource(int descriptor, std::string name) : path_(std::move(name)), descriptor_(descriptor) {}
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }

  std::size_t read(std::span<char> to) override {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(to.size(), left_));
    for (;;) {
      const ssize_t got = ::read(descriptor_, to.data(), wanted);
      if (got >= 0) {
        left_ -= static_cast<std::uint64_t>(got);
        if (read_ != nullptr) read_->fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
        return static_cast<std::size_t>(got);
      }
      if (errno != EINTR) fail(ErrorKind::io, "cannot read {}: {}", path_, std::strerror(errno));
    }
  }

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t left_ = kToTheEnd;  // to read
  BytesRead* read_ = nullptr;
};

// A source whose first bytes can be read in advance.
class PeekedSource : public ByteSource {
 public:
  explicit PeekedSource(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  // Returns the first bytes, fewer if the source has no more. Precondition: nothing has been read.
  std::string_view peek(std::size_t bytes) {
    head_.resize(bytes);
    while (const std::size_t got = size_ < bytes ? source_->read(std::span(head_).subspan(size_)) : 0) size_ += got;
    return {head_.data(), size_};
  }

  std::size_t read(std::span<char> to) override {
    if (given_ == size_) return source_->read(to);
    const std::size_t size = std::min(to.size(), size_ - given_);
    std::copy_n(head_.data() + given_, size, to.data());
    given_ += size;
    return size;
  }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string head_;
  std::size_t size_ = 0, given_ = 0;
};

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const InputFile& file, BytesRead* read) {
  std::unique_ptr<ByteSource> plain = std::make_unique<FileSource>(file, 0, kToTheEnd, read);
  Compression compression = file.format.compression;
  if (compression == Compression::none && !file.regular) {  // the first bytes of a pipe were not available before
    auto peeked = std::make_unique<PeekedSource>(std::move(plain));
    compression = compression_of(peeked->peek(kMagicBytes)).value_or(compression);
    plain = std::move(peeked);
  }
  if (compression == Compression::none) return plain;
  const std::string name = file.is_stdin() ? "standard input" : file.path;
  auto bytes = detail::decompress(std::move(plain), compression, {name});
  const bool large = !file.regular || file.size_bytes > kBackgroundBytes;
  return large ? read_in_background(std::move(bytes), kBackgroundBytes) : std::move(bytes);
}

std::unique_ptr<ByteSource> open_descriptor(int descriptor, std::string name) {
  return std::make_unique<FileSource>(descriptor, std::move(name));
}

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source, Compression compression, std::string name,
                                         std::uint64_t most_memory) {
  if (compression == Compression::none) return source;
  return detail::decompress(std::move(source), compression, {std::move(name)}, most_memory);
}

std::unique_ptr<ByteSource> open_bytes_at(const InputFile& file, std::uint64_t offset, std::uint64_t end) {
  return std::make_unique<FileSource>(file, offset, end);
}

}  // namespace quadrille
