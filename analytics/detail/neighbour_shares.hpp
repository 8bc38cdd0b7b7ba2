#pragma once

// The part of one common neighbour in a similarity, and the similarity itself (similarity.hpp).

#include <cmath>
#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/similarity.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

// The share of each vertex as a common neighbour: 1, or 1 / ln(in-neighbours without itself), a multiple of 2^-digits.
// Sums of integers do not depend on the order, so vertices with the same shares are equally similar.
struct NeighbourShares {
  std::span<std::uint64_t> by_slot;  // shared by the group; empty: each adds 1
  int digits = 0;

  std::uint64_t of(Slot slot) const { return by_slot.empty() ? 1 : by_slot[slot]; }
  double sum_of(std::uint64_t sum) const { return std::ldexp(static_cast<double>(sum), -digits); }
};

// Collective. Shares of adamic_adar; of another measure there are none. A vertex with fewer than two in-neighbours is
// no common one, and has the share 1.
NeighbourShares make_neighbour_shares(Workers& workers, const Graph& graph, SimilarityMeasure measure);

// Local. `common`: the number of common neighbours, or the sum of their shares.
double similarity_of(SimilarityMeasure measure, double common, std::uint32_t first_degree, std::uint32_t second_degree);

}  // namespace quadrille::analytics
