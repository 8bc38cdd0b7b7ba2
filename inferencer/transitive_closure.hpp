#pragma once

// transitive_closure() returns all pairs (x, z) with a path from x to z over one or more of the given pairs.
//
//   pairs -> components (Tarjan) -> what each component reaches, in reverse topological order -> pairs
//
// A component of n things has n * n pairs, without a search. What a component reaches is found by a search, or is a row
// of bits if searches meet the same components again and again, and all rows fit into `memory_bytes`.
//
// Local. Cost: a few ns a pair of the result. Sources: R. Tarjan, Depth-first search and linear graph
// algorithms, SIAM J. Comput. 1972; P. Purdom, A transitive closure algorithm, BIT 1970.

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "dictionary/huri.hpp"

namespace quadrille::inferencer {

struct Pair {
  Huri subject, object;
  auto operator<=>(const Pair&) const = default;
};

// Calls use(subject, objects) once for each subject of the result for which wants(subject); `objects` are different, in
// any order. Pairs (x, x) are of the result if a path leads from x to x.
void transitive_closure(std::span<const Pair> pairs, std::size_t memory_bytes,
                        const std::function<bool(Huri subject)>& wants,
                        const std::function<void(Huri subject, std::span<const Huri> objects)>& use);

}  // namespace quadrille::inferencer
