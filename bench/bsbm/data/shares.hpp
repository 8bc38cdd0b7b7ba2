#pragma once

// Consecutive numbers 1, 2, 3 ... divided among owners 1, 2, 3 ...: the products among producers, for example.
//
//   owner      1        2   3            4
//   numbers   1 2 3 4 | 5 | (none)     | 6 7

#include <algorithm>
#include <cstdint>
#include <vector>

namespace quadrille::bsbm {

class Shares {
 public:
  struct Range {
    std::uint32_t first, last;  // none if last < first
  };

  // The next owner gets the next `count` numbers.
  void add(std::uint32_t count) { last_.push_back(last_.back() + count); }

  std::uint32_t owners() const { return static_cast<std::uint32_t>(last_.size() - 1); }
  std::uint32_t numbers() const { return last_.back(); }

  // `owner` is 1 .. owners().
  Range of(std::uint32_t owner) const { return {last_[owner - 1] + 1, last_[owner]}; }

  // `number` is 1 .. numbers().
  std::uint32_t owner_of(std::uint32_t number) const {
    return static_cast<std::uint32_t>(std::lower_bound(last_.begin(), last_.end(), number) - last_.begin());
  }

 private:
  std::vector<std::uint32_t> last_{0};  // by owner: its last number
};

}  // namespace quadrille::bsbm
