#pragma once

// A SortedColumn holds a column's values in ascending order with their rows, and the distinct values: the dictionary
// and frames forms are made from it. Radix sort over the bits that vary: some 10 ns a value, where a comparison sort
// takes 40.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "quadstore/column_codec.hpp"
#include "quadstore/row_packing.hpp"

namespace quadrille::detail {

class SortedColumn {
 public:
  explicit SortedColumn(std::span<const std::uint64_t> values);

  std::size_t rows() const { return size_; }

  // Ascending, without repeats.
  std::span<const std::uint64_t> distinct() const { return std::span(distinct_).first(distinct_count_); }

  // The rows of distinct value d, in undefined order.
  struct Entry {
    std::uint64_t value;
    std::uint32_t row;
  };
  std::span<const Entry> entries(std::size_t from_distinct, std::size_t to_distinct) const {
    return std::span(entries_).subspan(first_[from_distinct], count(from_distinct, to_distinct));
  }

  // The number of rows with one of the distinct values [from, to).
  std::size_t count(std::size_t from, std::size_t to) const { return first_[to] - first_[from]; }

 private:
  void sort_words(std::span<const std::uint64_t> values, const VaryingField& above, const VaryingField& below);

  std::array<Entry, kBlockRows> entries_;
  std::array<std::uint64_t, kBlockRows> distinct_;
  std::array<std::uint16_t, kBlockRows + 1> first_;  // the entry with which distinct value d begins
  std::size_t size_, distinct_count_ = 0;
};

}  // namespace quadrille::detail
