#pragma once

// Collecting groups the rows of subqueries (Collector, rule.hpp) and computes their aggregates.
//
//   rows of all images --by a hash of their keys--> groups -> aggregates -> HAVING, SELECT -> rows of the result
//
// finish() is collective, the rest is local.

#include <cstdint>
#include <span>
#include <vector>

#include "inferencer/computing.hpp"
#include "inferencer/rule.hpp"

namespace quadrille::inferencer {

class Collecting {
 public:
  // All outlive it.
  Collecting(const Collector& collector, const Partition& partition, RuleTerms& terms);

  // HURIs of a row: keys and arguments.
  std::size_t width() const { return width_; }
  // The image that has the group of a row.
  int owner(std::span<const Huri> row) const;
  // A row of a group of this image.
  void add(std::span<const Huri> row) {
    cells_.insert(cells_.end(), row.begin(), row.end());
    ++rows_;
  }
  std::size_t used_bytes() const { return cells_.capacity() * sizeof(Huri); }

  // The result: a solution for each of its rows; the columns' variables have values. Empties the groups.
  Solutions finish(Computing& computing);

 private:
  std::span<const Huri> row(std::size_t number) const { return std::span(cells_).subspan(number * width_, width_); }
  void aggregate(std::span<const std::uint32_t> group, std::span<Huri> out);

  const Collector& collector_;
  const Partition& partition_;
  RuleTerms& terms_;
  const std::size_t width_;
  std::vector<Huri> cells_;  // row by row
  std::size_t rows_ = 0;     // some have no cell
};

}  // namespace quadrille::inferencer
