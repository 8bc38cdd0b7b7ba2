#pragma once

// A GrowingText is a text that is made piece by piece in an arena, so that the query's budget limits it. Memory that
// it outgrows stays in the arena: at most as much again as the text. Local.

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/copy_bytes.hpp"
#include "query/expression/value.hpp"

namespace quadrille::query::detail {

class GrowingText {
 public:
  explicit GrowingText(Arena& arena) : arena_(arena) {}

  // Throws Error(memory) if the arena does.
  void append(std::string_view piece) {
    if (piece.empty()) return;
    if (piece.size() > capacity_ - size_) grow(piece.size());
    copy_bytes(begin_ + size_, piece.data(), piece.size());
    size_ += piece.size();
  }
  std::string_view text() const { return {begin_, size_}; }

 private:
  void grow(std::size_t more) {
    capacity_ = std::max(size_ + more, 2 * capacity_);
    char* place = static_cast<char*>(arena_.allocate(capacity_, 1));
    copy_bytes(place, begin_, size_);
    begin_ = place;
  }

  Arena& arena_;
  char* begin_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace quadrille::query::detail
