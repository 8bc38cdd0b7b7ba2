#pragma once

// An Arena is memory for the values of one document: allocated piece by piece, freed together. Local.
//
//   chunk 0 |#####--|   chunk 1 |##########|   chunk 2 |###-------|      # used, - free
//
// reset() keeps the largest chunk, so a reader that reads document after document allocates no more. An arena with a
// limit throws ArenaFull before its chunks would be larger together.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"

namespace quadrille::jsonld {

class ArenaFull : public Error {
 public:
  explicit ArenaFull(std::size_t most_bytes)
      : Error(ErrorKind::memory, fmt::format("the document needs more than {} bytes of memory", most_bytes)) {}
};

class Arena {
 public:
  Arena() = default;
  explicit Arena(std::size_t most_bytes) : most_bytes_(most_bytes) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Memory for objects without destructors. Never nullptr.
  void* allocate(std::size_t bytes) {
    bytes = (bytes + 7) & ~std::size_t{7};
    if (bytes > static_cast<std::size_t>(end_ - next_) || !next_) add_chunk(bytes);
    void* const result = next_;
    next_ += bytes;
    return result;
  }

  template <class T>
  T* allocate_array(std::size_t count) {
    return static_cast<T*>(allocate(count * sizeof(T)));
  }

  std::string_view copy(std::string_view text) {
    char* const to = allocate_array<char>(text.size());
    copy_bytes(to, text.data(), text.size());
    return {to, text.size()};
  }

  std::string_view concatenate(std::string_view first, std::string_view second) {
    char* const to = allocate_array<char>(first.size() + second.size());
    copy_bytes(to, first.data(), first.size());
    copy_bytes(to + first.size(), second.data(), second.size());
    return {to, first.size() + second.size()};
  }

  // Makes all values in it invalid.
  void reset() {
    if (chunks_.size() > 1) {
      std::swap(chunks_.front(), *std::max_element(chunks_.begin(), chunks_.end(), smaller));
      chunks_.resize(1);
    }
    if (chunks_.empty()) return;
    next_ = chunks_.front().bytes.get();
    end_ = next_ + chunks_.front().size;
  }

  // Of all chunks.
  std::size_t reserved_bytes() const {
    std::size_t sum = 0;
    for (const Chunk& chunk : chunks_) sum += chunk.size;
    return sum;
  }

 private:
  struct Chunk {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;
  };

  static bool smaller(const Chunk& a, const Chunk& b) { return a.size < b.size; }

  void add_chunk(std::size_t bytes) {
    constexpr std::size_t kFirst = std::size_t{1} << 12, kLargest = std::size_t{1} << 22;
    const std::size_t twice = chunks_.empty() ? kFirst : 2 * chunks_.back().size;
    const std::size_t size = std::max(bytes, std::min(twice, kLargest));
    if (size > most_bytes_ - std::min(most_bytes_, reserved_bytes())) throw ArenaFull(most_bytes_);
    chunks_.push_back({std::unique_ptr<char[]>(new char[size]), size});
    next_ = chunks_.back().bytes.get();
    end_ = next_ + size;
  }

  std::size_t most_bytes_ = ~std::size_t{0};
  std::vector<Chunk> chunks_;
  char* next_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace quadrille::jsonld
