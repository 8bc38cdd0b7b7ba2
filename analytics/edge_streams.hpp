#pragma once

// EdgeStreams return the edges of one image in two orders, as often as a projection reads them, so that it needs no
// copy of them. The indexes of a database can do this.
//
//   by source    rows are sources, neighbours are targets    a b | a c | a f | c a | ...
//   by target    rows are targets, neighbours are sources    a c | b a | c a | f a | ...
//
// In each order every edge is on one image. The image may differ from order to order, and both orders have the same
// edges. A projection is fast if the edges of a row follow each other, and if their neighbours ascend; it is correct in
// any order.

#include <cstdint>
#include <functional>
#include <span>

#include "dictionary/huri.hpp"

namespace quadrille::analytics {

enum class End : std::uint8_t { source, target };

class EdgeStreams {
 public:
  using Visit = std::function<void(std::span<const Huri> rows, std::span<const Huri> neighbours)>;

  virtual ~EdgeStreams() = default;
  // Local. Passes this image's edges, some thousands at a time, and checks limits in between. Without neighbours,
  // their span is empty.
  virtual void read(End by, bool with_neighbours, const Visit& visit) = 0;
};

}  // namespace quadrille::analytics
