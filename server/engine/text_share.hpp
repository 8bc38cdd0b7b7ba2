#pragma once

// The memory that a long text of a query or update may take when it is parsed, set aside of the heap's budget while the
// request is answered: a few megabytes of SPARQL can become gigabytes of algebra, which lies in no arena. Short texts
// take too little to be asked.

#include <cstddef>
#include <string_view>

#include "pgas/heap.hpp"

namespace quadrille::server {

class TextShare {
 public:
  static constexpr std::size_t kShortBytes = 64 << 10;

  // Throws Error(memory) if the text may take more than a query is given, or than is free now.
  TextShare(pgas::Heap& heap, std::string_view text);
  ~TextShare();
  TextShare(const TextShare&) = delete;
  TextShare& operator=(const TextShare&) = delete;

 private:
  pgas::Heap& heap_;
  std::size_t bytes_ = 0;
};

}  // namespace quadrille::server
