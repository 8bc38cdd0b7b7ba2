#pragma once

// A SpillFile holds data that exceed memory. It has no name, so it disappears with the process, even after a crash. One
// writer; local. Errors name the folder without space (ErrorKind::storage_full, io).

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace quadrille {

// Rows that were written together.
struct RowExtent {
  std::uint64_t offset, rows;
};

class SpillFile {
 public:
  // In `folder`, which exists.
  explicit SpillFile(std::filesystem::path folder);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  // Returns the offset of the bytes. There is no buffer: each call is a system call, so pieces should be large.
  std::uint64_t append(std::span<const std::byte> bytes);
  // Reserves space for write() and returns its offset.
  std::uint64_t reserve(std::uint64_t bytes);
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  void read(std::uint64_t offset, std::span<std::byte> to) const;

  std::uint64_t size() const { return size_; }

 private:
  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace quadrille
