#include "parser/detail/build.hpp"

#include <algorithm>

#include "parser/detail/fold.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

bool is_unit(const Algebra& algebra) {
  const Bgp* bgp = std::get_if<Bgp>(&algebra.node);
  return bgp != nullptr && bgp->patterns.empty() && bgp->terms.empty();
}

Pattern unit(Position position) {
  return leaf(Bgp{}, position);
}

std::uint32_t depth_above(std::uint32_t child_depth, Position position) {
  if (child_depth >= kMaxAlgebraDepth)
    fail_at(position, "the pattern nests operators more than {} deep, which is the limit; split the query",
            kMaxAlgebraDepth);
  return child_depth + 1;
}

Pattern join(Pattern left, Pattern right, Position position) {
  if (is_unit(*left.algebra)) return right;
  if (is_unit(*right.algebra)) return left;
  const std::uint32_t depth = std::max(left.depth, right.depth);
  return above(depth, Join{std::move(left.algebra), std::move(right.algebra)}, position);
}

Pattern join_all(std::vector<Pattern> parts, Position position) {
  if (parts.empty()) return unit(position);
  return fold(std::span(parts),
              [&](Pattern left, Pattern right) { return join(std::move(left), std::move(right), position); });
}

Pattern unite_all(std::vector<Pattern> parts, Position position) {
  return fold(std::span(parts), [&](Pattern left, Pattern right) {
    const std::uint32_t depth = std::max(left.depth, right.depth);
    return above(depth, Union{std::move(left.algebra), std::move(right.algebra)}, position);
  });
}

}  // namespace quadrille::parser
