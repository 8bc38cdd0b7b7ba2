#pragma once

// A TextArena holds texts with a common lifetime, such as those of a batch of terms. It grows by chunks, so texts stay
// in place until clear() or the end of the arena; over a memory resource that frees nothing before its own end (a
// monotonic buffer), until the end of that resource. Not shared between threads.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <string_view>
#include <utility>
#include <vector>

#include "base/copy_bytes.hpp"

namespace quadrille {

class TextArena {
 public:
  explicit TextArena(std::pmr::memory_resource& memory = *std::pmr::new_delete_resource()) : memory_(memory) {}
  ~TextArena() { clear(); }
  TextArena(const TextArena&) = delete;
  TextArena& operator=(const TextArena&) = delete;

  // Returns room for `bytes` characters.
  char* allocate(std::size_t bytes) {
    if (bytes > free_) grow(bytes);
    char* place = next_;
    next_ += bytes;
    free_ -= bytes;
    return place;
  }

  // Returns a copy of the text that is valid as long as the arena.
  std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    char* place = allocate(text.size());
    copy_bytes(place, text.data(), text.size());
    return {place, text.size()};
  }

  void clear() {
    for (const auto& [chunk, size] : chunks_) memory_.deallocate(chunk, size, 1);
    chunks_.clear();
    next_ = nullptr;
    free_ = reserved_ = 0;
  }

 private:
  static constexpr std::size_t kFirstChunkBytes = 4096;
  static constexpr std::size_t kLargestChunkBytes = std::size_t{1} << 20;

  void grow(std::size_t bytes) {
    const std::size_t size = std::max(bytes, std::clamp(reserved_, kFirstChunkBytes, kLargestChunkBytes));
    next_ = static_cast<char*>(memory_.allocate(size, 1));
    chunks_.emplace_back(next_, size);
    reserved_ += size;
    free_ = size;
  }

  std::pmr::memory_resource& memory_;
  std::vector<std::pair<char*, std::size_t>> chunks_;
  char* next_ = nullptr;
  std::size_t free_ = 0;
  std::size_t reserved_ = 0;
};

}  // namespace quadrille
