#include "loader/rdf/line_window.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "loader/rdf/detail/byte_class.hpp"

namespace quadrille {

LineWindow::LineWindow(std::unique_ptr<ByteSource> source, ByteRange range, std::size_t window_bytes)
    : source_(std::move(source)),
      least_bytes_(std::max<std::size_t>(window_bytes, 2) + detail::kScanPadding),
      buffer_(least_bytes_),
      offset_(range.begin == 0 ? 0 : range.begin - 1),
      range_end_(range.end) {
  if (range.begin != 0) skip_first_line();
  ended_ = ended_ || offset_ >= range_end_;
}

// Starts at the byte before the range, so that a line that begins at its first byte is kept.
void LineWindow::skip_first_line() {
  for (;;) {
    if (const void* line_end = std::memchr(buffer_.data(), '\n', size_)) {
      skip(static_cast<std::size_t>(static_cast<const char*>(line_end) - buffer_.data()) + 1);
      return;
    }
    skip(size_);
    if (!fill()) {
      ended_ = true;
      return;
    }
  }
}

void LineWindow::skip(std::size_t bytes) {
  skipped_.add({buffer_.data(), bytes});
  drop(bytes);
}

void LineWindow::drop(std::size_t bytes) {
  size_ -= bytes;
  offset_ += bytes;
  std::memmove(buffer_.data(), buffer_.data() + bytes, size_);
  buffer_.shrink(std::max(least_bytes_, 2 * size_));
}

// Returns false at the end of the source. There is always room for one more byte, a line feed.
bool LineWindow::fill() {
  const std::size_t reserve = detail::kScanPadding + 1;
  if (buffer_.size() - size_ <= reserve) buffer_.grow(buffer_.size() * 2);
  const std::size_t got = source_->read({buffer_.data() + size_, buffer_.size() - size_ - reserve});
  size_ += got;
  return got != 0;
}

std::string_view LineWindow::next() {
  if (ended_) return {};
  drop(std::exchange(taken_, 0));
  // Only new bytes are searched, so that a long line costs no more than a short one.
  while (!source_ended_) {
    const std::size_t before = size_;
    source_ended_ = !fill();
    if (const void* line_end = ::memrchr(buffer_.data() + before, '\n', size_ - before)) {
      return take(static_cast<std::size_t>(static_cast<const char*>(line_end) - buffer_.data()) + 1);
    }
  }
  ended_ = true;
  if (size_ == 0) return {};
  if (buffer_[size_ - 1] != '\n') buffer_[size_++] = '\n';
  return take(size_);
}

std::string_view LineWindow::take(std::size_t bytes) {
  if (offset_ + bytes >= range_end_) {
    ended_ = true;
    const std::size_t last_byte = range_end_ <= offset_ ? 0 : static_cast<std::size_t>(range_end_ - 1 - offset_);
    const void* const line_end = std::memchr(buffer_.data() + last_byte, '\n', bytes - last_byte);
    bytes = static_cast<std::size_t>(static_cast<const char*>(line_end) - buffer_.data()) + 1;
  }
  taken_ = bytes;
  return {buffer_.data(), bytes};
}

}  // namespace quadrille
