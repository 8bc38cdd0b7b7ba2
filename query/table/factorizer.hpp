#pragma once

// A Factorizer numbers the different keys of a batch of rows in the order of their first occurrence.
//
//   rows      x7 x7 x2 x7 x9
//   numbers    0  0  1  0  2      first rows  0 2 4
//
// Local. One Factorizer serves any number of batches, one after another. Cost: about 5 ns a row.

#include <cstdint>
#include <span>
#include <vector>

#include "base/number_table.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::query {

class Factorizer {
 public:
  // Numbers the keys of `rows` rows; a key has one or more columns.
  void count(std::span<const std::span<const Huri>> columns, std::size_t rows);

  std::span<const std::uint32_t> of_rows() const { return numbers_; }
  std::span<const std::uint32_t> first_rows() const { return first_rows_; }  // by number
  std::size_t size() const { return first_rows_.size(); }

 private:
  std::vector<std::uint32_t> numbers_, first_rows_;
  NumberTable table_;
};

}  // namespace quadrille::query
