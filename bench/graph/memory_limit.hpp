#pragma once

// A limit for the memory of this run's processes, by a control group (cgroup, version 1 or 2) that the caller has made.
// The page cache of files that they read or write counts, too. So a limit that leaves little beside the memory that
// cannot be dropped limits the page cache.

#include <cstdint>
#include <string>

namespace quadrille::bench {

class MemoryLimit {
 public:
  // Moves this process into the group of this folder, and lifts its limit. Error (user) if that is not possible.
  explicit MemoryLimit(std::string folder);

  // The memory of the group that the system cannot drop: all but the page cache.
  std::uint64_t kept_bytes() const;
  // Limits the group to `bytes`; 0: no limit. The system drops pages until they fit. Error (user) if too much cannot be
  // dropped.
  void set(std::uint64_t bytes) const;

 private:
  std::string path_of(const char* version_1, const char* version_2) const;

  const std::string folder_;
  const bool is_version_1_;
};

// Local. The bytes that this process has read from storage, also by touching mapped pages.
std::uint64_t storage_bytes_read();

}  // namespace quadrille::bench
