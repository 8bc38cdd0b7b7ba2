#pragma once

// A LimitedMemory passes allocations on, up to a number of bytes that are in use at a time, or to the limit of the
// resource below; beyond it they fail with ErrorKind::memory. Local.

#include <cstddef>
#include <memory_resource>

#include "base/error.hpp"

namespace quadrille::results {

class LimitedMemory final : public std::pmr::memory_resource {
 public:
  LimitedMemory(std::size_t most_bytes, std::pmr::memory_resource& from) : most_bytes_(most_bytes), from_(from) {}

  std::size_t bytes() const { return bytes_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    if (bytes > most_bytes_ - bytes_) refuse(most_bytes_);
    void* allocated = nullptr;
    try {
      allocated = from_.allocate(bytes, alignment);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::memory) throw;
      refuse(bytes_);  // others have taken the rest
    }
    bytes_ += bytes;
    return allocated;
  }
  [[noreturn]] static void refuse(std::size_t bytes) {
    fail(
        ErrorKind::memory,
        "the pretty form of this graph needs more than {} bytes of memory, which is the limit, since it is laid out as "
        "a whole; leave out 'pretty' to have it written as it comes",
        bytes);
  }
  void do_deallocate(void* allocated, std::size_t bytes, std::size_t alignment) override {
    from_.deallocate(allocated, bytes, alignment);
    bytes_ -= bytes;
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  const std::size_t most_bytes_;
  std::pmr::memory_resource& from_;
  std::size_t bytes_ = 0;
};

}  // namespace quadrille::results
