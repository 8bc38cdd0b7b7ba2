#pragma once

// StableBytes stores bytes that never move, until all are freed: the terms of a statement that its text does not
// contain unchanged.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/copy_bytes.hpp"

namespace quadrille::detail {

class StableBytes {
 public:
  // Stores `first` and `second`, one after the other.
  std::string_view add(std::string_view first, std::string_view second = {}) {
    const std::size_t bytes = first.size() + second.size();
    if (static_cast<std::size_t>(end_ - next_) < bytes) open_block(bytes);
    char* const to = next_;
    copy_bytes(to, first.data(), first.size());
    copy_bytes(to + first.size(), second.data(), second.size());
    next_ += bytes;
    return {to, bytes};
  }

  // The same for a text that the caller no longer needs; a long one is not copied.
  std::string_view take(std::string& text) {
    if (text.size() < kLongText) return add(text);
    long_texts_.push_back(std::move(text));
    text.clear();
    return long_texts_.back();
  }

  // Keeps the first block for reuse.
  void clear() {
    if (!long_texts_.empty()) long_texts_.clear();
    if (blocks_.size() > 1) blocks_.resize(1);
    if (blocks_.empty()) return;
    next_ = blocks_[0].bytes.get();
    end_ = next_ + blocks_[0].size;
  }

 private:
  static constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };

  void open_block(std::size_t bytes) {
    const std::size_t size = std::max(bytes, kBlockBytes);
    blocks_.push_back({std::make_unique_for_overwrite<char[]>(size), size});
    next_ = blocks_.back().bytes.get();
    end_ = next_ + size;
  }

  static constexpr std::size_t kLongText = std::size_t{1} << 20;

  std::vector<Block> blocks_;
  std::vector<std::string> long_texts_;  // long, so that the bytes do not move with the string
  char* next_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace quadrille::detail
