#pragma once

// Three vertices that are adjacent to each other have a triangle for each choice of an arc between each two of them.
// They are numbered 0, 1, 2, and the arcs between them are six bits:
//
//   bits 0, 1   between 0 and 1: kArcTo leads from 0 to 1
//   bits 2, 3   between 0 and 2
//   bits 4, 5   between 1 and 2

#include <array>
#include <cstdint>

#include "analytics/detail/degree_order.hpp"

namespace quadrille::analytics {

using ArcBits = std::uint8_t;
inline constexpr int kArcBitPatterns = 64;

constexpr ArcBits arc_bits(Arcs of01, Arcs of02, Arcs of12) {
  return static_cast<ArcBits>(of01 | of02 << 2 | of12 << 4);
}

// Vertices of a triangle. Cyclic: in the direction of the arcs. Else: the one between (through), the one that both
// arcs lead to (in), the one that both leave (out).
struct ArcTriangle {
  std::array<std::uint8_t, 3> corners;
  bool is_cyclic;
};

// By choice: bit 0 is set if the arc leads from 0 to 1, bit 1 for 0 to 2, bit 2 for 1 to 2.
inline constexpr std::array<ArcTriangle, 8> kArcTriangles = {{
    {{1, 0, 2}, false},  // 1 -> 0, 2 -> 0, 2 -> 1
    {{0, 1, 2}, false},  // 0 -> 1, 2 -> 0, 2 -> 1
    {{0, 2, 1}, true},   // 1 -> 0, 0 -> 2, 2 -> 1
    {{2, 1, 0}, false},  // 0 -> 1, 0 -> 2, 2 -> 1
    {{2, 0, 1}, false},  // 1 -> 0, 2 -> 0, 1 -> 2
    {{0, 1, 2}, true},   // 0 -> 1, 2 -> 0, 1 -> 2
    {{0, 2, 1}, false},  // 1 -> 0, 0 -> 2, 1 -> 2
    {{1, 2, 0}, false},  // 0 -> 1, 0 -> 2, 1 -> 2
}};

// Calls f(ArcTriangle) for each triangle of three vertices with these arcs.
template <class F>
constexpr void for_each_arc_triangle(ArcBits arcs, F&& f) {
  for (unsigned choice = 0; choice < kArcTriangles.size(); ++choice) {
    const auto wanted = [&](unsigned pair) { return (choice >> pair & 1) != 0 ? kArcTo : kArcFrom; };
    const ArcBits chosen = arc_bits(wanted(0), wanted(1), wanted(2));
    if ((arcs & chosen) == chosen) f(kArcTriangles[choice]);
  }
}

}  // namespace quadrille::analytics
