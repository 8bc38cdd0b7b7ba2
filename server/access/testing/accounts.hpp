#pragma once

// For tests: a file of accounts that ends with the test, and headers of credentials.

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "server/access/base64.hpp"

namespace quadrille::server {

// access.toml in a folder of its own, with mode 0600.
class TestingAccounts {
 public:
  explicit TestingAccounts(const std::string& text) { write(text); }
  ~TestingAccounts() { std::filesystem::remove_all(folder()); }
  TestingAccounts(const TestingAccounts&) = delete;
  TestingAccounts& operator=(const TestingAccounts&) = delete;

  std::string file() const { return (folder() / "access.toml").string(); }
  std::filesystem::path folder() const { return folder_; }
  void write(const std::string& text) const { write_beside("access.toml", text); }
  void write_beside(const char* name, const std::string& text) const {
    std::filesystem::create_directories(folder_);
    const std::filesystem::path aside = folder_ / "aside";
    std::ofstream(aside) << text;
    std::filesystem::permissions(aside, std::filesystem::perms{0600});
    std::filesystem::rename(aside, folder_ / name);
  }

 private:
  static inline std::atomic<int> number_ = 0;
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      ("quadrille-accounts-" + std::to_string(getpid()) + "-" + std::to_string(number_++));
};

inline std::string basic(const std::string& name, const std::string& password) {
  return "Basic " + encode_base64(name + ":" + password, Base64::usual);
}

}  // namespace quadrille::server
