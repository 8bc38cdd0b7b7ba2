#pragma once

// PrivateMemory is memory outside an arena, as a charge to it, so that it counts to the limit of a request.
//
// Local; one thread.

#include <algorithm>
#include <cstddef>

#include "pgas/query_arena.hpp"

namespace quadrille::inferencer {

class PrivateMemory {
 public:
  // The arena outlives it.
  explicit PrivateMemory(pgas::QueryArena& arena) : arena_(arena) {}
  ~PrivateMemory() { arena_.discharge(charged_); }
  PrivateMemory(const PrivateMemory&) = delete;
  PrivateMemory& operator=(const PrivateMemory&) = delete;

  // All of it. Error(memory): the arena has no room for it.
  void set(std::size_t bytes) {
    peak_ = std::max(peak_, bytes);
    if (bytes > charged_) arena_.charge(bytes - charged_);
    if (bytes < charged_) arena_.discharge(charged_ - bytes);
    charged_ = bytes;
  }
  std::size_t peak() const { return peak_; }

 private:
  pgas::QueryArena& arena_;
  std::size_t charged_ = 0, peak_ = 0;
};

}  // namespace quadrille::inferencer
