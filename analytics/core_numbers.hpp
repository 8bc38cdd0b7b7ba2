#pragma once

// Core numbers: a vertex has core number k if it is in the largest subgraph in which all have k neighbours, but not in
// that for k + 1. Peels levels: L. Dhulipala, G. Blelloch, J. Shun, Julienne, SPAA 2017. Instead of buckets each image
// scans the vertices that remain, once a level: all scans together read at most the sum of the core numbers, which is
// at most the sum of the degrees. Within a level each image follows what it peels at once, without barriers: H. Kabir,
// K. Madduri, Parallel k-core decomposition on multicore platforms, IPDPSW 2017.
//
// The graph is undirected; loops are left out and parallel edges count once. Cost: each edge is visited once from each
// end. Between groups a level takes one round or more: a simulation of a Kronecker graph with 2^18 vertices had 327
// rounds for 143 levels.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct CoreResult {
  std::span<const std::uint32_t> core;  // by own slot
  std::uint32_t greatest = 0;           // of all groups
};

// Collective. Needs the lists of an undirected graph. The result is the same for any number of images and groups.
CoreResult core_numbers(Workers& workers, const Graph& graph);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_core_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
