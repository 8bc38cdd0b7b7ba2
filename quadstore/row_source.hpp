#pragma once

// A RowSource visits the rows that an image has for a step, wherever they are: in memory, or on disk.

#include <cstddef>
#include <functional>
#include <span>

#include "quadstore/quad.hpp"

namespace quadrille {

template <int kColumns>
struct RowSource {
  using Visit = std::function<void(std::span<const Row<kColumns>>)>;

  std::size_t spans = 0;                                             // that each call of for_each visits
  std::function<void(const Visit&)> for_each = [](const Visit&) {};  // as often as it is called; local
};

}  // namespace quadrille
