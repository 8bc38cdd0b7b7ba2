#pragma once

// A file for what has no room in memory: without a name, so that it goes with the process, however that ends. One
// writer; local. Errors say where the room was missing (ErrorKind::storage_full, io).

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace quadrille {

// Rows that were written at once.
struct RowExtent {
  std::uint64_t offset, rows;
};

class SpillFile {
 public:
  // In `folder`, which is there.
  explicit SpillFile(std::filesystem::path folder);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  // Returns where the bytes begin. No buffer: give it pieces that are worth a system call.
  std::uint64_t append(std::span<const std::byte> bytes);
  // Room for write(), at the offset that is returned.
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
