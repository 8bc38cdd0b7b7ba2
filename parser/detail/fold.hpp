#pragma once

// A list combined by an associative operation: from the left while it is short, as the specification writes it, and as
// a balanced tree when it is long, so that the result is not deep.

#include <cstddef>
#include <span>
#include <utility>

namespace quadrille::parser {

constexpr std::size_t kLongList = 32;

// combine(Part left, Part right) returns a Part. Needs a part.
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
