#include "server/operations/memory_shares.hpp"

#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

std::uint64_t MemoryShares::bytes_of(std::string_view user) const {
  const std::lock_guard lock(mutex_);
  const auto found = bytes_.find(user);
  return found == bytes_.end() ? 0 : found->second;
}

std::uint64_t MemoryShares::change(const std::string& user, std::uint64_t before, std::uint64_t now) {
  const std::lock_guard lock(mutex_);
  std::uint64_t& sum = bytes_[user];
  const std::uint64_t changed = sum += now - before;
  if (changed == 0) bytes_.erase(user);
  return changed;
}

MemoryLease::~MemoryLease() {
  if (bytes_ != 0) shares_.change(user_, bytes_, 0);
}

void MemoryLease::see(std::uint64_t bytes) {
  if (!shares_.is_limited() || bytes == bytes_) return;
  const std::uint64_t sum = shares_.change(user_, std::exchange(bytes_, bytes), bytes);
  if (sum <= shares_.most_bytes_) return;
  fail(ErrorKind::memory,
       "all queries of this user together may have {} MiB of memory on each process (serve --user-memory), and would "
       "have more",
       shares_.most_bytes_ >> 20);
}

}  // namespace quadrille::server
