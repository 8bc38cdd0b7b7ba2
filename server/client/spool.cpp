#include "server/client/spool.hpp"

#include <algorithm>
#include <vector>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "base/unnamed_file.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kReadBytes = 256 * 1024;

class MemoryBytes final : public SpooledBytes {
 public:
  explicit MemoryBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> to) override {
    const std::size_t count = std::min(to.size(), bytes_.size() - next_);
    copy_bytes(to.data(), bytes_.data() + next_, count);
    next_ += count;
    return count;
  }
  void rewind() override { next_ = 0; }

 private:
  const std::string bytes_;
  std::size_t next_ = 0;
};

class SpoolFile final : public SpooledBytes {
 public:
  explicit SpoolFile(const std::string& folder)
      : file_(folder, "a request's body", "free space on the disk of the database") {}
  void write(std::string_view bytes) { file_.append(bytes); }
  std::size_t read(std::span<char> to) override {
    const std::size_t got = file_.read(next_, to);
    next_ += got;
    return got;
  }
  void rewind() override { next_ = 0; }

 private:
  UnnamedFile file_;
  std::uint64_t next_ = 0;
};

}  // namespace

std::unique_ptr<SpooledBytes> spool(ByteSource& from, const std::string& folder,
                                    const std::function<bool()>& cancelled) {
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
  return file;
}

}  // namespace quadrille::server
