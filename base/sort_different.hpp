#pragma once

#include <algorithm>

namespace quadrille {

// Sorts the elements and keeps one of equal ones.
template <class Elements>
void sort_different(Elements& elements) {
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
}

}  // namespace quadrille
