#pragma once

// Bytes that stay where they are until all of them go: the terms of a statement that are not in its text as they are.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "base/copy_bytes.hpp"

namespace quadrille::detail {

class StableBytes {
 public:
  // `first` and `second`, one after the other.
  std::string_view add(std::string_view first, std::string_view second = {}) {
    const std::size_t bytes = first.size() + second.size();
    if (static_cast<std::size_t>(end_ - next_) < bytes) open_block(bytes);
    char* const to = next_;
    copy_bytes(to, first.data(), first.size());
    copy_bytes(to + first.size(), second.data(), second.size());
    next_ += bytes;
    return {to, bytes};
  }

  // Keeps the first block for what comes.
  void clear() {
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

  std::vector<Block> blocks_;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace quadrille::detail
