#pragma once

// Algebra put together with a watch on its depth. Whoever walks the tree later recurses, and so does its destruction: a
// text that is legal but absurd (ten thousand OPTIONALs in a row) is refused here.

#include <cstdint>
#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::parser {

constexpr std::uint32_t kMaxAlgebraDepth = 2000;

struct Pattern {
  AlgebraPtr algebra;
  std::uint32_t depth = 1;
};

// Whether it is the table of one empty solution (Z of 18.2.2).
bool is_unit(const Algebra& algebra);
Pattern unit(Position position = {});

// A leaf: Bgp, PathPattern, Values.
template <class Operator>
Pattern leaf(Operator&& node, Position position) {
  return {make_algebra(std::forward<Operator>(node), position), 1};
}

// `node` above a child of `child_depth`. Throws Error(syntax) if that is too deep.
std::uint32_t depth_above(std::uint32_t child_depth, Position position);

// node = Graph{graph, std::move(child.algebra)} and so on, with child.depth.
template <class Operator>
Pattern above(std::uint32_t child_depth, Operator&& node, Position position) {
  const std::uint32_t depth = depth_above(child_depth, position);
  return {make_algebra(std::forward<Operator>(node), position), depth};
}

// Join, simplified as 18.2.2.8 says: joining with the unit changes nothing.
Pattern join(Pattern left, Pattern right, Position position);

// All of `parts` joined, or united, from left to right: ((a b) c) d. A long list becomes a balanced tree, which is the
// same by associativity and not deep.
Pattern join_all(std::vector<Pattern> parts, Position position);
Pattern unite_all(std::vector<Pattern> parts, Position position);  // needs a part

}  // namespace quadrille::parser
