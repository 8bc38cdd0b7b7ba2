#pragma once

// The part of a Turtle document that is being read, from the begin of a statement on: text that grows at its end when
// the statement needs more of it, and that knows where it lies in the document.
//
//   dropped ... | read |<- rest(): the statement, and more ->| \n 0 0 0 ...
//                      start_
//
// S1  rest() is followed by a line feed and more than detail::kScanPadding bytes, so that scanners need not ask for its
//     end in every loop.
// S2  refill() moves the text: what looks into it is gone.
// Memory: window_bytes, or twice the longest statement. Cost: a byte is moved once, or as often as its statement
// doubles.

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
  // at_begin: of the document, where a byte order mark is none of it.
  explicit StatementWindow(std::unique_ptr<ByteSource> source, std::size_t window_bytes = kStatementWindowBytes,
                           bool at_begin = true);

  std::string_view rest() const { return {buffer_.data() + start_, size_ - start_}; }
  // Nothing comes after rest().
  bool is_all() const { return source_ended_; }

  // Makes rest() longer; false: that is all.
  bool refill();
  // Goes on by `bytes` of rest().
  void advance(std::size_t bytes) { start_ += bytes; }

  // Whether the first `bytes` of rest() are UTF-8.
  bool is_valid_utf8(std::size_t bytes);

  // Of rest(), in the bytes of the source.
  std::uint64_t offset() const { return dropped_ + start_; }

  // Where rest() begins, both from 1; the column in characters. Cost: a look at what is in memory before it.
  std::uint64_t line() const;
  std::uint32_t column() const;

 private:
  std::string_view before() const { return {buffer_.data(), start_}; }
  void drop_before_start();

  std::unique_ptr<ByteSource> source_;
  std::size_t window_bytes_;
  detail::RawBuffer buffer_;  // the text, and what S1 asks for
  std::size_t size_ = 0;      // of the text
  std::size_t start_ = 0;     // of rest()
  std::size_t valid_ = 0;     // known to be UTF-8 from start_, or before it, to here
  bool source_ended_ = false;
  std::uint64_t dropped_ = 0;          // bytes before buffer_
  std::uint64_t lines_dropped_ = 0;    // line ends before buffer_
  std::uint32_t columns_dropped_ = 0;  // characters between the last of them and buffer_
};

}  // namespace quadrille
