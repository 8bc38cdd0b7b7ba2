#pragma once

// A RawBuffer holds bytes that are not set to zero when it grows, and that are not copied if there are many: realloc()
// of a large block moves its pages. So a buffer that has doubled for one long term uses only the memory of its content.

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "base/error.hpp"

namespace quadrille::detail {

class RawBuffer {
 public:
  explicit RawBuffer(std::size_t bytes) { grow(bytes); }

  char* data() { return bytes_.get(); }
  const char* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }
  char& operator[](std::size_t at) { return bytes_.get()[at]; }

  // Keeps the content. Does nothing if the buffer is large enough.
  void grow(std::size_t bytes) {
    if (bytes > size_) resize(bytes);
  }

  // Keeps the first bytes. Does nothing unless it frees three quarters: it frees the memory of one long term.
  void shrink(std::size_t bytes) {
    if (bytes <= size_ / 4) resize(bytes);
  }

 private:
  void resize(std::size_t bytes) {
    void* const grown = std::realloc(bytes_.get(), bytes);
    if (grown == nullptr) fail(ErrorKind::memory, "no memory for {} bytes of a document", bytes);
    static_cast<void>(bytes_.release());
    bytes_.reset(static_cast<char*>(grown));
    size_ = bytes;
  }

  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<char, Free> bytes_;
  std::size_t size_ = 0;
};

}  // namespace quadrille::detail
