#pragma once

// An Array holds a fixed number of values that start without a value. A std::vector writes them all first, in one
// thread.

#include <cstddef>
#include <memory>
#include <span>

namespace quadrille::bench {

template <class T>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size) : values_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}

  T& operator[](std::size_t at) { return values_[at]; }
  const T& operator[](std::size_t at) const { return values_[at]; }
  std::size_t size() const { return size_; }
  T* begin() { return values_.get(); }
  T* end() { return values_.get() + size_; }
  const T* begin() const { return values_.get(); }
  const T* end() const { return values_.get() + size_; }
  std::span<const T> span() const { return {values_.get(), size_}; }

 private:
  std::unique_ptr<T[]> values_;
  std::size_t size_ = 0;
};

}  // namespace quadrille::bench
