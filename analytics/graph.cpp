#include "analytics/graph.hpp"

namespace quadrille::analytics {

int Graph::owner_of(Slot slot) const {
  return owner_of_vertex(huri(slot), static_cast<int>(std::max<std::size_t>(1, parts_.mirrored.size())));
}

Range rows_of_piece(const Lists& lists, std::size_t piece, std::size_t pieces) {
  const std::size_t rows = lists.rows();
  const std::uint64_t work = rows + lists.edges();
  // The first row whose preceding rows and edges are `wanted` or more.
  const auto row_at = [&](std::uint64_t wanted) {
    std::size_t low = 0, high = rows;
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      lists.offsets()[middle] + middle < wanted ? low = middle + 1 : high = middle;
    }
    return low;
  };
  const auto begin_of = [&](std::size_t number) { return work / pieces * number + work % pieces * number / pieces; };
  return {row_at(begin_of(piece)), piece + 1 == pieces ? rows : row_at(begin_of(piece + 1))};
}

}  // namespace quadrille::analytics
