#pragma once

// Small pieces of a file, read here and there.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::detail {

class FilePeek {
 public:
  // ErrorKind::io if it cannot be opened. What it has grown to beyond `size` is not seen.
  FilePeek(std::string path, std::uint64_t size);
  ~FilePeek();
  FilePeek(const FilePeek&) = delete;
  FilePeek& operator=(const FilePeek&) = delete;

  std::uint64_t size() const { return size_; }

  // The `bytes` at `offset`, fewer where the file ends; until the next call. Cost: a read where the call before was far
  // from here.
  std::string_view at(std::uint64_t offset, std::size_t bytes);

  // Little-endian, 1 to 8 bytes. Precondition: they are there.
  std::uint64_t number(std::uint64_t offset, std::size_t bytes);

  bool has(std::uint64_t offset, std::uint64_t bytes) const { return offset <= size_ && bytes <= size_ - offset; }

 private:
  void load(std::uint64_t offset, std::size_t bytes);

  std::string path_;
  std::uint64_t size_;
  int descriptor_;
  std::vector<char> window_;
  std::uint64_t window_begin_ = 0;
  std::size_t window_bytes_ = 0;
};

}  // namespace quadrille::detail
