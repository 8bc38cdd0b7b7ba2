#include "loader/jsonld/stream/byte_window.hpp"

#include <algorithm>
#include <cstring>

#include "base/text.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 16;

TextPlace behind(TextPlace place, std::string_view text) {
  if (const auto last = text.rfind('\n'); last != std::string_view::npos) {
    place.line += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    place.column = 1;
    text.remove_prefix(last + 1);
  }
  place.column += static_cast<std::uint32_t>(count_characters(text));
  return place;
}

}  // namespace

bool ByteWindow::more() {
  if (buffer_.size() - end_ < kReadBytes && begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (buffer_.size() - end_ < kReadBytes) buffer_.resize(std::max(2 * buffer_.size(), 2 * kReadBytes));
  const std::size_t bytes = read_(std::span<char>(buffer_).subspan(end_));
  end_ += bytes;
  return bytes > 0;
}

void ByteWindow::take(std::size_t bytes) {
  place_ = behind(place_, text().substr(0, bytes));
  begin_ += bytes;
}

TextPlace ByteWindow::place(std::size_t offset) const {
  return behind(place_, text().substr(0, offset));
}

}  // namespace quadrille::jsonld
