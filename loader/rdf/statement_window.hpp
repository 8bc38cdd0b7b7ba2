#pragma once

// A StatementWindow holds the part of a Turtle document that is being read, from the start of a statement on. It
// appends text when the statement needs more, and counts offset, line and column in the document.
//
//   dropped ... | read |<- rest(): the statement, and more ->| \n 0 0 0 ...
//                      start_
//
// S1  rest() is followed by a line feed and more than detail::kScanPadding bytes, so that the loops of scanners need no
//     check for the end.
// S2  refill() moves the text: views into it become invalid.
// Memory: window_bytes, or twice the longest statement. Cost: a byte is moved once, or once for each doubling of its
// statement.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/detail/raw_buffer.hpp"

namespace quadrille {

constexpr std::size_t kStatementWindowBytes = std::size_t{256} << 10;

class StatementWindow {
 public:
  // at_begin: the source starts at the start of the document; a byte order mark there is skipped.
  explicit StatementWindow(std::unique_ptr<ByteSource> source, std::size_t window_bytes = kStatementWindowBytes,
                           bool at_begin = true);

  std::string_view rest() const { return {buffer_.data() + start_, size_ - start_}; }
  // True if rest() is the rest of the document.
  bool is_all() const { return source_ended_; }

  // Makes rest() longer. Returns false if there is no more text.
  bool refill();
  // Removes the first `bytes` of rest().
  void advance(std::size_t bytes) { start_ += bytes; }

  // Returns whether the first `bytes` of rest() are UTF-8.
  bool is_valid_utf8(std::size_t bytes);

  // The offset of rest() in the bytes of the source.
  std::uint64_t offset() const { return dropped_ + start_; }

  // The position of rest(), both from 1; the column in characters. Cost: reads the text in memory before it.
  std::uint64_t line() const;
  std::uint32_t column() const;

 private:
  std::string_view before() const { return {buffer_.data(), start_}; }
  void drop_before_start();

  std::unique_ptr<ByteSource> source_;
  std::size_t window_bytes_;
  detail::RawBuffer buffer_;  // the text, and the padding of S1
  std::size_t size_ = 0;      // of the text
  std::size_t start_ = 0;     // of rest()
  std::size_t valid_ = 0;     // known to be UTF-8 from start_, or before it, to here
  bool source_ended_ = false;
  std::uint64_t dropped_ = 0;          // bytes before buffer_
  std::uint64_t lines_dropped_ = 0;    // line ends before buffer_
  std::uint32_t columns_dropped_ = 0;  // characters between the last of them and buffer_
};

}  // namespace quadrille
