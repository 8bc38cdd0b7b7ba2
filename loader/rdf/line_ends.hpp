#pragma once

// Counts line ends of N-Triples and N-Quads piece by piece: LF, CR LF, CR.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace quadrille {

class LineEnds {
 public:
  std::uint64_t count() const { return count_; }

  // Adds the next text. CR LF is one line end, even if it is split between two texts.
  void add(std::string_view text) {
    if (text.empty()) return;
    LineEnds more;
    more.begins_with_lf_ = text.front() == '\n';
    more.ends_with_cr_ = text.back() == '\r';
    more.is_empty_ = false;
    more.count_ = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) + count_lone_cr(text);
    add(more);
  }
  void add(const LineEnds& next) {
    if (next.is_empty_) return;
    count_ += next.count_ - (ends_with_cr_ && next.begins_with_lf_ ? 1 : 0);
    if (is_empty_) begins_with_lf_ = next.begins_with_lf_;
    ends_with_cr_ = next.ends_with_cr_;
    is_empty_ = false;
  }

 private:
  static std::uint64_t count_lone_cr(std::string_view text) {
    std::uint64_t count = 0;
    const char *at = text.data(), *const end = at + text.size();
    while (const void* const cr = std::memchr(at, '\r', static_cast<std::size_t>(end - at))) {
      at = static_cast<const char*>(cr) + 1;
      if (at == end || *at != '\n') ++count;
      if (at == end) break;
    }
    return count;
  }

  std::uint64_t count_ = 0;
  bool is_empty_ = true, begins_with_lf_ = false, ends_with_cr_ = false;
};

}  // namespace quadrille
