#pragma once

// MemoryShares add up the memory that all running queries of one user have on image 0, and end the one that would go
// beyond the limit of a user.
//
//   MemoryLease lease(shares, "ann");   of a request, while it runs
//   lease.see(bytes);                   now and then: what the request has now; throws Error(memory) beyond the limit
//
// MemoryShares are thread-safe: one lock, taken when the bytes have changed. A lease belongs to one request.

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::server {

class MemoryShares {
 public:
  // `most_bytes`: of one user; 0: no limit.
  explicit MemoryShares(std::uint64_t most_bytes) : most_bytes_(most_bytes) {}

  bool is_limited() const { return most_bytes_ > 0; }
  // Of one user now.
  std::uint64_t bytes_of(std::string_view user) const;

 private:
  friend class MemoryLease;
  // Returns the user's sum afterwards.
  std::uint64_t change(const std::string& user, std::uint64_t before, std::uint64_t now);

  const std::uint64_t most_bytes_;
  mutable std::mutex mutex_;
  std::map<std::string, std::uint64_t, std::less<>> bytes_;  // by user, without those that have none
};

class MemoryLease {
 public:
  MemoryLease(MemoryShares& shares, std::string user) : shares_(shares), user_(std::move(user)) {}
  ~MemoryLease();
  MemoryLease(const MemoryLease&) = delete;
  MemoryLease& operator=(const MemoryLease&) = delete;

  void see(std::uint64_t bytes);

 private:
  MemoryShares& shares_;
  const std::string user_;
  std::uint64_t bytes_ = 0;
};

}  // namespace quadrille::server
