#include "server/engine/disk_quota.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kBetweenCounts{1};
constexpr std::uint64_t kBlockBytes = 512;  // of st_blocks

// Files may come and go meanwhile. Neither holes of a file count, nor space that is reserved behind its end.
std::uint64_t disk_bytes(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error); !error && at != fs::recursive_directory_iterator();
       at.increment(error)) {
    struct stat status {};
    if (lstat(at->path().c_str(), &status) != 0) continue;
    bytes += std::min(static_cast<std::uint64_t>(status.st_size),
                      static_cast<std::uint64_t>(status.st_blocks) * kBlockBytes);
  }
  return bytes;
}

}  // namespace

DiskQuota::DiskQuota(fs::path folder, std::uint64_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {}

std::uint64_t DiskQuota::bytes() {
  const std::lock_guard lock(mutex_);
  const auto now = last_tick();
  if (counted_at_.time_since_epoch().count() == 0 || now - counted_at_ >= kBetweenCounts) {
    bytes_ = disk_bytes(folder_);
    counted_at_ = now;
  }
  return bytes_;
}

void DiskQuota::expect_space() {
  if (most_bytes_ == 0) return;
  const std::uint64_t used = bytes();
  if (used < most_bytes_) return;
  fail(
      ErrorKind::storage_full,
      "the database has {} MiB on disk and may have {} (serve --max-disk), so it takes no changes; 'quadrille compact' "
      "may make it smaller",
      used >> 20, most_bytes_ >> 20);
}

}  // namespace quadrille::server
