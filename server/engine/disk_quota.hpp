#pragma once

// The DiskQuota of a database limits the bytes of all files in its folder. The files are counted again when
// the last count is a second old, so a check costs little as a rule. Thread-safe.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>

namespace quadrille::server {

class DiskQuota {
 public:
  // `most_bytes`: 0: there is no limit.
  DiskQuota(std::filesystem::path folder, std::uint64_t most_bytes);

  // Throws Error(storage_full) if the folder has as many bytes as it may have, or more.
  void expect_space();
  std::uint64_t bytes();

 private:
  const std::filesystem::path folder_;
  const std::uint64_t most_bytes_;
  std::mutex mutex_;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point counted_at_;
};

}  // namespace quadrille::server
