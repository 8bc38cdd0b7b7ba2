#pragma once

// An IdentifierIssuer gives blank nodes the numbers 0, 1, ... in the order in which it is asked (RDFC-1.0, 4.5).
// RDFC-1.0 copies issuers, and only adds to a copy. So one issuer is enough: dropping a copy is a roll-back.
// Memory: 4 bytes for each blank node of the dataset, and 4 for each that has a number.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::canonical {

class IdentifierIssuer {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit IdentifierIssuer(std::uint32_t blank_nodes) : numbers_(blank_nodes, kNone) {}

  bool has(std::uint32_t blank) const { return numbers_[blank] != kNone; }
  // kNone: it has no number.
  std::uint32_t number_of(std::uint32_t blank) const { return numbers_[blank]; }
  // The number that it has, or a new one.
  std::uint32_t issue(std::uint32_t blank) {
    if (!has(blank)) {
      numbers_[blank] = static_cast<std::uint32_t>(issued_.size());
      issued_.push_back(blank);
    }
    return numbers_[blank];
  }

  // The nodes in the order of their numbers.
  std::span<const std::uint32_t> issued() const { return issued_; }
  // Takes the numbers from `size` on back.
  void roll_back(std::size_t size) {
    for (; issued_.size() > size; issued_.pop_back()) numbers_[issued_.back()] = kNone;
  }

 private:
  std::vector<std::uint32_t> numbers_, issued_;
};

}  // namespace quadrille::canonical
