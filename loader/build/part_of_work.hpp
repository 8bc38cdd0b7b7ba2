#pragma once

// A PartOfWork counts a part of a step's work on each item, if an item is done only after several parts:
//
//   Sort Literals   | a half: sorting | a quarter: merging | a quarter: writing |     all parts of all terms: the terms
//
//   PartOfWork merging(work, 1, 4);
//   merging.pulse(n);                  this part of n more items is done
//
// So the progress grows evenly up to the number of items, and the estimate of the time left is right. Local.

#include <cstdint>

#include "loader/build/sharded_work.hpp"

namespace quadrille {

class PartOfWork {
 public:
  PartOfWork(ShardedWork& work, std::uint64_t parts, std::uint64_t of) : work_(work), parts_(parts), of_(of) {}

  // Fractions of an item are kept for the next call. Throws the same as ShardedWork::pulse().
  void pulse(std::uint64_t items) {
    const std::uint64_t now = waiting_ + items * parts_;
    waiting_ = now % of_;
    work_.pulse(now / of_);
  }

 private:
  ShardedWork& work_;
  const std::uint64_t parts_, of_;
  std::uint64_t waiting_ = 0;  // in parts of an item
};

}  // namespace quadrille
