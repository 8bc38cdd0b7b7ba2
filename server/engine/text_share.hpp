#pragma once

// A TextShare reserves the memory that parsing a long query or update may take, from the heap's budget and until the
// request is answered: a few megabytes of SPARQL can become gigabytes of algebra, which is in no arena. Short texts
// need no reservation.

#include <cstddef>
#include <string_view>

#include "pgas/heap.hpp"

namespace quadrille::server {

class TextShare {
 public:
  static constexpr std::size_t kShortBytes = 64 << 10;

  // Throws Error(memory) if the text may take more than the limit of a query, or than is free now.
  TextShare(pgas::Heap& heap, std::string_view text);
  ~TextShare();
  TextShare(const TextShare&) = delete;
  TextShare& operator=(const TextShare&) = delete;

 private:
  pgas::Heap& heap_;
  std::size_t bytes_ = 0;
};

}  // namespace quadrille::server
