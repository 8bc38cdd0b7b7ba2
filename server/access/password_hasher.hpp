#pragma once

// The PasswordHasher compares passwords with their hashes: argon2id of libsodium, 64 MiB and about 0.1 s each.
//
// At most two comparisons run at a time and 16 wait for them; further ones are refused. So logins take at most two
// cores and 128 MiB from the queries. Thread-safe.

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

// "$argon2id$...", with a random salt. Throws Error(memory) if there is not enough memory.
std::string hash_password(std::string_view password);
// True if this is a hash that verify() understands.
bool is_password_hash(const std::string& text);

class PasswordHasher {
 public:
  static constexpr int kMostRunning = 2, kMostWaiting = 16;

  // nullopt: too many are waiting, or there is no memory for the comparison. `hash` null: there is no such user; then
  // the answer is false, and it takes as long as for a wrong password.
  std::optional<bool> verify(std::string_view password, const std::string* hash);

  struct Load {
    int running = 0, waiting = 0;
  };
  Load load() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable free_;
  int running_ = 0, waiting_ = 0;
};

}  // namespace quadrille::server
