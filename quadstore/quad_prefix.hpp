#pragma once

// A QuadPrefix is the key of a search in a run, the first columns of a row in the run's order; the result is a
// RowRange.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "base/assert.hpp"
#include "dictionary/huri.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille {

// The values of the first 0 .. 4 columns. For pos, {p, o} finds all rows with this predicate and object.
class QuadPrefix {
 public:
  constexpr QuadPrefix() = default;
  constexpr QuadPrefix(std::initializer_list<Huri> values) : QuadPrefix(std::span(values.begin(), values.size())) {}
  constexpr explicit QuadPrefix(std::span<const Huri> values) {
    for (const Huri value : values) push_back(value);
  }

  constexpr void push_back(Huri value) {
    QUADRILLE_ASSERT(size_ < kMaxColumns, "a prefix has at most four columns");
    values_[size_++] = value;
  }

  constexpr int size() const { return size_; }
  constexpr Huri operator[](int column) const { return values_[column]; }
  constexpr std::span<const Huri> values() const { return std::span(values_).first(size_); }

 private:
  std::array<Huri, kMaxColumns> values_{};
  int size_ = 0;
};

// Rows begin .. end-1 of a run.
struct RowRange {
  std::uint64_t begin = 0, end = 0;

  constexpr std::uint64_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr bool operator==(const RowRange&) const = default;
};

}  // namespace quadrille
