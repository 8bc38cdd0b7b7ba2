#pragma once

// The AccountsFile keeps the accounts of access.toml, and reads them again when the file or a set of keys changes.
//
// Changes are looked for at most five times a second, by the request that comes first then (stat() of the files). A
// file with a mistake, or one that others may read, changes nothing, and is reported once. Thread-safe.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/access/accounts.hpp"

namespace quadrille::server {

class AccountsFile {
 public:
  // `file` empty: there are no accounts. `log` gets a message for each change. Throws Error(user) if the file cannot be
  // used.
  AccountsFile(std::filesystem::path file, std::function<void(const std::string&)> log);

  // False: there are no accounts.
  bool exists() const { return !file_.empty(); }
  // Another number after each change. Looks for changes; costs two atomic loads as a rule.
  std::uint64_t generation();
  std::shared_ptr<const Accounts> accounts() const;
  // Reads the files now, if there are any. The result puts their accounts into force, and does not throw. Throws
  // Error(user) if they cannot be used; then nothing has changed.
  std::function<void()> prepare();

 private:
  // The state of a file; it differs after each change.
  struct Stamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed_ns = 0;
    bool operator==(const Stamp&) const = default;
  };
  using Stamps = std::vector<Stamp>;
  using Tick = std::chrono::steady_clock::rep;

  static Stamp stamp_of(const std::filesystem::path& file);
  Stamps stamps_of(const Accounts& accounts) const;
  void look_for_changes();

  const std::filesystem::path file_;
  const std::function<void(const std::string&)> log_;
  std::atomic<std::uint64_t> generation_ = 1;
  std::atomic<Tick> next_look_ = 0;

  mutable std::mutex mutex_;  // of the following members
  std::shared_ptr<const Accounts> accounts_;
  Stamps stamps_;
};

}  // namespace quadrille::server
