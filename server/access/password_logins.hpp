#pragma once

// The PasswordLogins check names with passwords: few hashes at a time (password_hasher.hpp), delays after failures
// (login_delays.hpp), and a memory of logins that have succeeded, so that a client that opens a connection for each
// request does not pay a hash for each. Thread-safe.

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "server/access/accounts.hpp"
#include "server/access/login_delays.hpp"
#include "server/access/password_hasher.hpp"
#include "server/access/secrets.hpp"

namespace quadrille::server {

class PasswordLogins {
 public:
  static constexpr double kRememberedSeconds = 60;
  static constexpr std::size_t kMostRemembered = 4096;

  enum class Outcome : std::uint8_t { right, wrong, delayed, busy };
  struct Answer {
    Outcome outcome;
    int retry_after_seconds = 0;  // of delayed and busy
  };

  // Of the logins since the start, by outcome, without those that were remembered; and the hashes at present.
  struct Counts {
    std::array<std::uint64_t, 4> by_outcome{};
    PasswordHasher::Load hashes;
    std::uint64_t of(Outcome outcome) const { return by_outcome[static_cast<std::size_t>(outcome)]; }
  };

  // `user`: the one with this name, or null. `address`: of the client. `generation`: of the accounts.
  Answer check(const User* user, std::string_view name, std::string_view password, const NetworkAddress& address,
               std::uint64_t generation);
  Counts counts() const;

 private:
  struct Remembered {
    double until = 0;
    std::uint64_t generation = 0;
  };

  Answer compare(const User* user, std::string_view name, std::string_view password, const NetworkAddress& address);
  bool is_remembered(const Sha256& login, std::uint64_t generation, double now);
  void remember(const Sha256& login, std::uint64_t generation, double now);

  PasswordHasher hasher_;
  LoginDelays delays_;
  std::mutex mutex_;
  std::map<Sha256, Remembered> remembered_;  // by keyed_hash(name, password)
  std::array<std::atomic<std::uint64_t>, 4> outcomes_{};
};

}  // namespace quadrille::server
