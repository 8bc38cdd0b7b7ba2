#pragma once

// The names of a data set as parts of lines (vocabulary.hpp), composed on the stack: IRIs and literals that hold a
// number. None is longer than Part's room, whatever the numbers.

#include <charconv>
#include <cstdint>
#include <string_view>

#include "base/copy_bytes.hpp"

namespace quadrille::lubm {

class Part {
 public:
  Part() = default;
  template <class... Pieces>
  explicit Part(Pieces... pieces) {
    (add(pieces), ...);
  }

  void add(std::string_view text) {
    copy_bytes(text_ + size_, text.data(), text.size());
    size_ += text.size();
  }
  void add(std::uint32_t number) {
    size_ = static_cast<std::size_t>(std::to_chars(text_ + size_, text_ + kRoom, number).ptr - text_);
  }

  operator std::string_view() const { return {text_, size_}; }

 private:
  // "<http://www.Department" "" ".University" "" ".edu/" "UndergraduateStudent" "" "/Publication" "" "> " is 79
  // characters and four numbers of at most ten digits.
  static constexpr std::size_t kRoom = 128;

  std::size_t size_ = 0;
  char text_[kRoom];
};

}  // namespace quadrille::lubm
