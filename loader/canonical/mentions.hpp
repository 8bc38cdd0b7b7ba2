#pragma once

// Mentions lists the quads of each blank node: those in which it is subject, object or graph.
//
//   starts   | 0 | 2 | 2 | 5 |            the quads of blank node b are quads[starts[b]] to quads[starts[b + 1]]
//   quads    | 7 | 9 | 0 | 3 | 4 |        places in dataset.quads(), ascending
//
// A quad in which a node occurs twice is listed once. Memory: 4 bytes a mention, 8 a blank node.

#include <cstdint>
#include <span>
#include <vector>

#include "loader/canonical/dataset.hpp"

namespace quadrille::canonical {

class Mentions {
 public:
  explicit Mentions(const Dataset& dataset);

  std::span<const std::uint32_t> of(std::uint32_t blank) const {
    return std::span(quads_).subspan(starts_[blank], starts_[blank + 1] - starts_[blank]);
  }

 private:
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> quads_;
};

}  // namespace quadrille::canonical
