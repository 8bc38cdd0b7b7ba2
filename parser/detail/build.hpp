#pragma once

// Functions that build algebra and limit its depth. Functions that walk the tree later recurse, and so does its
// destructor. So a valid but extreme text (ten thousand OPTIONALs in a row) is refused here.

#include <cstdint>
#include <vector>

#include "parser/algebra.hpp"

namespace quadrille::parser {

constexpr std::uint32_t kMaxAlgebraDepth = 2000;

struct Pattern {
  AlgebraPtr algebra;
  std::uint32_t depth = 1;
};

// True for the table of one empty solution (Z of 18.2.2).
bool is_unit(const Algebra& algebra);
Pattern unit(Position position = {});

// A leaf: Bgp, PathPattern, Values.
template <class Operator>
Pattern leaf(Operator&& node, Position position) {
  return {make_algebra(std::forward<Operator>(node), position), 1};
}

// The depth of `node` above a child of `child_depth`. Throws Error(syntax) if that is too deep.
std::uint32_t depth_above(std::uint32_t child_depth, Position position);

// node = Graph{graph, std::move(child.algebra)} and so on, with child.depth.
template <class Operator>
Pattern above(std::uint32_t child_depth, Operator&& node, Position position) {
  const std::uint32_t depth = depth_above(child_depth, position);
  return {make_algebra(std::forward<Operator>(node), position), depth};
}

// Join, simplified as in 18.2.2.8: a join with the unit is the other operand.
Pattern join(Pattern left, Pattern right, Position position);

// Joins or unites all of `parts`, from left to right: ((a b) c) d. A long list becomes a balanced tree, which has the
// same meaning by associativity and is not deep.
Pattern join_all(std::vector<Pattern> parts, Position position);
Pattern unite_all(std::vector<Pattern> parts, Position position);  // precondition: not empty

}  // namespace quadrille::parser
