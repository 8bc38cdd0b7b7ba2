#pragma once

// A FilePeek reads small pieces of a file at any place.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::detail {

class FilePeek {
 public:
  // ErrorKind::io if it cannot be opened. Later growth of the file beyond `size` is ignored.
  FilePeek(std::string path, std::uint64_t size);
  ~FilePeek();
  FilePeek(const FilePeek&) = delete;
  FilePeek& operator=(const FilePeek&) = delete;

  std::uint64_t size() const { return size_; }

  // The `bytes` at `offset`, fewer at the end of the file; valid until the next call. Cost: a read if the previous call
  // was far away.
  std::string_view at(std::uint64_t offset, std::size_t bytes);

  // Little-endian, 1 to 8 bytes. Precondition: the file has these bytes.
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
