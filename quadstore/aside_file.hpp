#pragma once

// An AsideFile appears at its path whole or not at all. It is written beside it, as PATH.tmp; finish() syncs it to the
// disk and renames it. Without finish() (an error, a crash) nothing appears at the path; the next writer overwrites a
// left-over .tmp. Errors (io_error.hpp) name the path and the system's message. Local; one writer for each path.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "quadstore/checksum.hpp"

namespace quadrille {

// The record of a file in a manifest.
struct FileSeal {
  std::uint64_t size_bytes = 0;
  std::uint64_t checksum = 0;  // of the whole file

  bool operator==(const FileSeal&) const = default;
};

class AsideFile {
 public:
  explicit AsideFile(std::filesystem::path path);
  ~AsideFile();
  AsideFile(const AsideFile&) = delete;
  AsideFile& operator=(const AsideFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void pad_to_multiple_of(std::uint64_t alignment);  // with zero bytes
  std::uint64_t size() const { return size_; }

  // Syncs what has been written, and frees the buffer and the descriptor; the next write takes them again. For many
  // files that are written in turn.
  void pause();

  // Syncs, closes and renames. The rename is durable after sync_folder() of the folder.
  FileSeal finish();

 private:
  void open(int more_flags);
  void flush();
  void sync_and_close();

  std::filesystem::path path_, aside_;
  int descriptor_ = -1;
  bool is_aside_ = false;  // created, and not renamed yet
  std::uint64_t size_ = 0;
  Checksum checksum_;
  std::vector<std::byte> buffer_;  // gathers small writes
};

// Makes renames and new files in `folder` durable.
void sync_folder(const std::filesystem::path& folder);

}  // namespace quadrille
