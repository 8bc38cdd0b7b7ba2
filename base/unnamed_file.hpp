#pragma once

// An UnnamedFile is a temporary file that the system removes when the process ends in any way: it has no name, or, on
// file systems that cannot make such files, its name is removed at once.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace quadrille {

class UnnamedFile {
 public:
  // On the file system of `folder`. `content`: for messages, such as "a request's body"; `remedy`: of a full disk.
  // All functions throw Error(storage_full) if the disk is full, and Error(io).
  UnnamedFile(const std::string& folder, std::string content, std::string remedy);
  ~UnnamedFile();
  UnnamedFile(const UnnamedFile&) = delete;
  UnnamedFile& operator=(const UnnamedFile&) = delete;

  // One thread at a time.
  void append(std::string_view bytes);
  // Thread-safe. Returns the number of bytes; 0 at the end.
  std::size_t read(std::uint64_t from, std::span<char> to) const;

 private:
  [[noreturn]] void fail_with(const std::string& what) const;

  const std::string content_, remedy_;
  int file_ = -1;
};

}  // namespace quadrille
