#pragma once

// Few is a list of at most a few elements, stored in place without allocation. Patterns and access paths keep their
// columns in it: a plan has hundreds of these lists and is made anew for each query.

#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

#include "base/assert.hpp"

namespace quadrille::query {

template <class T, std::size_t kMost>
class Few {
 public:
  Few() = default;
  Few(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T& front() { return items_[0]; }
  const T& front() const { return items_[0]; }
  const T& back() const { return items_[size_ - 1]; }
  T* data() { return items_.data(); }
  const T* data() const { return items_.data(); }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

  void push_back(T item) {
    QUADRILLE_ASSERT(size_ < kMost, "there are few of these");
    items_[size_++] = std::move(item);
  }
  template <class... Parts>
  void emplace_back(Parts&&... parts) {
    push_back(T{std::forward<Parts>(parts)...});
  }

 private:
  std::size_t size_ = 0;
  std::array<T, kMost> items_{};
};

}  // namespace quadrille::query
