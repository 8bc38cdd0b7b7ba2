#pragma once

// A CommittedMark (DIR/log/committed) records that at least version v is committed and on the disk. A log that has
// less has lost something, even if the rest looks whole: for example if a file of RocksDB is missing, or truncated
// between two records.
//
//   | slot 0 | 480 B | slot 1 |       slot: | mark 8 B | version 8 B | format 4 B | 0 4 B | checksum 8 B |
//
// The mark is raised after a commit is on the disk, so it is never too high. It is not synced itself, which would cost
// as much as the commit. A killed process loses nothing of it; after a power failure it may be too low (by the commits
// since sync()). Versions alternate between the slots, so a torn write leaves the other slot.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace quadrille {

class CommittedMark {
 public:
  // Local. The version of the mark; nullopt if there is none. Fails with ErrorKind::io if no slot is whole.
  static std::optional<std::uint64_t> read(const std::filesystem::path& folder);

  // Local, on image 0. Opens the mark; if there is none, creates it with `version`.
  CommittedMark(const std::filesystem::path& folder, std::uint64_t version);
  ~CommittedMark();
  CommittedMark(const CommittedMark&) = delete;
  CommittedMark& operator=(const CommittedMark&) = delete;

  // About 2 us. Errors are ignored, because a mark that is too low is correct.
  void raise(std::uint64_t version);
  void sync();

  std::uint64_t version() const { return version_; }

 private:
  int file_ = -1;
  std::uint64_t version_ = 0;
};

}  // namespace quadrille
