#pragma once

// Combines a list with an associative operation: a short one from the left, as the specification defines it, a long one
// as a balanced tree, so that the result is not deep.

#include <cstddef>
#include <span>
#include <utility>

namespace quadrille::parser {

constexpr std::size_t kLongList = 32;

// combine(Part left, Part right) returns a Part. Precondition: not empty.
template <class Part, class Combine>
Part fold(std::span<Part> parts, const Combine& combine) {
  if (parts.size() > kLongList) {
    const std::size_t half = parts.size() / 2;
    Part left = fold(parts.first(half), combine);
    return combine(std::move(left), fold(parts.subspan(half), combine));
  }
  Part all = std::move(parts.front());
  for (Part& part : parts.subspan(1)) all = combine(std::move(all), std::move(part));
  return all;
}

}  // namespace quadrille::parser
