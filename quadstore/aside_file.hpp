#pragma once

// A file that is there whole or not at all: it is written beside its place, as PATH.tmp, and finish() syncs it to the
// disk and renames it. Without finish() (an error, a crash) nothing appears at the path; a left-over .tmp is
// overwritten by the next writer. Errors (io_error.hpp) name the path and what the system said. Local; one writer a
// path.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "quadstore/checksum.hpp"

namespace quadrille {

// What a manifest says of a file.
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

  // Syncs, closes and renames. The rename itself is safe after sync_folder() of the folder.
  FileSeal finish();

 private:
  void flush();

  std::filesystem::path path_, aside_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  Checksum checksum_;
  std::vector<std::byte> buffer_;  // small writes are gathered
};

// Makes renames and new files in `folder` outlast a power failure.
void sync_folder(const std::filesystem::path& folder);

}  // namespace quadrille
