#pragma once

// A LineWindow reads whole lines from a stream of bytes, many at a time.
//
//   bytes:    ...|<- range.begin          range.end ->|
//   lines:   aaaaaaaaa  bbbbbbbb  ccccccc  ddddddddddddddd  eeee
//                      `-------- this range's ------------'
//
// W1  A line belongs to the range that holds its first byte: ranges that cover a file without gaps return every line
//     once.
// W2  The text of next() ends with a line feed, which is added to a last line without one, and
//     detail::kScanPadding bytes follow it.
// Cost: one buffer of kWindowBytes; it grows for a longer line, until the next lines.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/detail/raw_buffer.hpp"
#include "loader/rdf/line_ends.hpp"

namespace quadrille {

struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};

constexpr std::size_t kWindowBytes = std::size_t{256} << 10;

class LineWindow {
 public:
  // `source` begins at offset range.begin - 1, or 0 if that is 0.
  LineWindow(std::unique_ptr<ByteSource> source, ByteRange range, std::size_t window_bytes = kWindowBytes);

  // Returns the next lines, empty at the end. The text of the previous call is no longer valid.
  std::string_view next();

  // The line ends before the first line of the range.
  const LineEnds& skipped() const { return skipped_; }

 private:
  void skip_first_line();
  void skip(std::size_t bytes);
  void drop(std::size_t bytes);
  bool fill();
  std::string_view take(std::size_t bytes);

  std::unique_ptr<ByteSource> source_;
  std::size_t least_bytes_;  // of buffer_
  detail::RawBuffer buffer_;
  std::size_t size_ = 0;   // bytes in buffer_
  std::size_t taken_ = 0;  // of these, given out by next()
  std::uint64_t offset_;   // of buffer_[0] in the document
  std::uint64_t range_end_;
  LineEnds skipped_;
  bool source_ended_ = false;
  bool ended_ = false;
};

}  // namespace quadrille
