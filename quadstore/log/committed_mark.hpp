#pragma once

// DIR/log/committed says that at least version v is committed and on the disk. A log that shows less has lost
// something, even where what is left of it looks whole, as when a file of RocksDB is gone or cut between two records.
//
//   | slot 0 | 480 B | slot 1 |       slot: | mark 8 B | version 8 B | format 4 B | 0 4 B | checksum 8 B |
//
// The mark is raised after a commit is on the disk, so it never says too much. It is not synced itself: that would
// cost as much as the commit. A killed process loses nothing of it; after a power failure it may say less than is true
// (by what was committed since sync()), never more. Versions go to the slots in turn, so a torn write leaves the other.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace quadrille {

class CommittedMark {
 public:
  // Local. What the mark says; nothing if there is none. Fails with ErrorKind::io where no slot is whole.
  static std::optional<std::uint64_t> read(const std::filesystem::path& folder);

  // Local, on image 0. Opens the mark; without one, makes it, saying `version`.
  CommittedMark(const std::filesystem::path& folder, std::uint64_t version);
  ~CommittedMark();
  CommittedMark(const CommittedMark&) = delete;
  CommittedMark& operator=(const CommittedMark&) = delete;

  // About 2 us. What fails here is not told: a mark that is too low is right.
  void raise(std::uint64_t version);
  void sync();

  std::uint64_t version() const { return version_; }

 private:
  int file_ = -1;
  std::uint64_t version_ = 0;
};

}  // namespace quadrille
