#pragma once

// A ByteWindow is the part of a stream of bytes that a reader looks at, with its place in the stream.
//
//   | taken |######## text() ########| not yet read ...
//           ^ line and column of its first byte
//
// Local. Cost: a byte is copied once, and again when it is in the window while the window is moved or grows.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace quadrille::jsonld {

// Writes bytes to the start of the span, which is not empty, and returns their number; 0 at the end.
using ReadBytes = std::function<std::size_t(std::span<char>)>;

struct TextPlace {
  std::uint64_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in characters
};

class ByteWindow {
 public:
  explicit ByteWindow(ReadBytes read) : read_(std::move(read)) {}

  // Valid until more() or take().
  std::string_view text() const { return {buffer_.data() + begin_, end_ - begin_}; }
  // Reads more bytes behind those of the window; false at the end of the stream.
  bool more();
  // Removes the first bytes.
  void take(std::size_t bytes);
  // The place of a byte of the window. Cost: linear in the offset.
  TextPlace place(std::size_t offset = 0) const;

 private:
  ReadBytes read_;
  std::string buffer_;
  std::size_t begin_ = 0, end_ = 0;
  TextPlace place_;
};

}  // namespace quadrille::jsonld
