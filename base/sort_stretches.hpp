#pragma once

// A sort for rows that mostly ascend already: they come from a few sorted places, one after the other.
//
//   1 4 7 | 2 3 9 | 5 6      stretches are found in one pass and merged; if there are many, it is a sort like any other
//
// Stable only if there are few stretches, so `before` should order all elements if that matters.

#include <algorithm>
#include <array>
#include <cstddef>

namespace quadrille {

template <class Iterator, class Before>
void sort_stretches(Iterator first, Iterator last, const Before& before) {
  constexpr std::size_t kMost = 16;
  std::array<Iterator, kMost + 1> bounds{first};
  std::size_t stretches = 0;
  for (Iterator at = first; at != last;) {
    if (stretches == kMost) return std::sort(first, last, before);
    at = std::is_sorted_until(at, last, before);
    bounds[++stretches] = at;
  }
  for (; stretches > 1; stretches = (stretches + 1) / 2) {
    for (std::size_t pair = 0; pair + 1 < stretches; pair += 2) {
      std::inplace_merge(bounds[pair], bounds[pair + 1], bounds[pair + 2], before);
      bounds[pair / 2 + 1] = bounds[pair + 2];
    }
    if (stretches % 2 == 1) bounds[stretches / 2 + 1] = bounds[stretches];
  }
}

}  // namespace quadrille
