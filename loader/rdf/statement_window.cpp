#include "loader/rdf/statement_window.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/text.hpp"
#include "loader/rdf/detail/byte_class.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kEndBytes = 1 + 2 * detail::kScanPadding;  // S1

// Counts in blocks whose counts fit into a byte, which compilers vectorize.
std::uint64_t count_lines(std::string_view text) {
  constexpr std::size_t kBlock = 128;
  std::uint64_t count = 0;
  for (; text.size() >= kBlock; text.remove_prefix(kBlock)) {
    std::uint8_t of_block = 0;
    for (std::size_t i = 0; i < kBlock; ++i) of_block = static_cast<std::uint8_t>(of_block + (text[i] == '\n' ? 1 : 0));
    count += of_block;
  }
  return count + static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

StatementWindow::StatementWindow(std::unique_ptr<ByteSource> source, std::size_t window_bytes, bool at_begin)
    : source_(std::move(source)), window_bytes_(window_bytes), buffer_(kEndBytes) {
  std::fill_n(buffer_.data(), kEndBytes, '\0');
  while (size_ < kByteOrderMark.size() && refill()) {
  }
  if (at_begin && rest().starts_with(kByteOrderMark)) start_ = kByteOrderMark.size();
}

// Doubles the text of the statement, so that one statement is scanned no more than twice.
bool StatementWindow::refill() {
  if (source_ended_) return false;
  drop_before_start();
  const std::size_t more = std::max(window_bytes_, size_);
  buffer_.shrink(size_ + more + kEndBytes);
  buffer_.grow(size_ + more + kEndBytes);
  const std::size_t got = source_->read({buffer_.data() + size_, more});
  size_ += got;
  source_ended_ = got == 0;
  buffer_[size_] = '\n';
  std::fill_n(buffer_.data() + size_ + 1, kEndBytes - 1, '\0');
  valid_ += valid_utf8_prefix(rest().substr(valid_));
  return !source_ended_;
}

void StatementWindow::drop_before_start() {
  const std::string_view dropped = before();
  const std::size_t line_end = dropped.rfind('\n');
  lines_dropped_ += count_lines(dropped);
  if (line_end == std::string_view::npos) {
    columns_dropped_ += count_characters(dropped);
  } else {
    columns_dropped_ = count_characters(dropped.substr(line_end + 1));
  }
  std::memmove(buffer_.data(), buffer_.data() + start_, size_ - start_);
  dropped_ += start_;
  size_ -= start_;
  valid_ = std::max(valid_, start_) - start_;
  start_ = 0;
}

// After a byte that is not UTF-8, validity is known again only from the next statement on.
bool StatementWindow::is_valid_utf8(std::size_t bytes) {
  if (valid_ < start_) valid_ = start_ + valid_utf8_prefix(rest());
  return start_ + bytes <= valid_;
}

std::uint64_t StatementWindow::line() const {
  return 1 + lines_dropped_ + count_lines(before());
}

std::uint32_t StatementWindow::column() const {
  const std::size_t line_end = before().rfind('\n');
  if (line_end == std::string_view::npos) return 1 + columns_dropped_ + count_characters(before());
  return 1 + count_characters(before().substr(line_end + 1));
}

}  // namespace quadrille
