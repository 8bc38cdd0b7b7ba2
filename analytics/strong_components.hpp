#pragma once

// Strongly connected components: G. Slota, S. Rajamanickam, K. Madduri, BFS and coloring-based parallel algorithms for
// strongly connected components and related problems (Multistep), IPDPS 2014:
//
//   trim      vertices without in- or without out-edges are components of their own, again and again
//   pivot     the vertices that both reach the vertex with most edges and are reached from it are one component
//   colours   the least vertex that reaches each one; what reaches it within its colour is a component
//   serial    the rest, by R. Tarjan, Depth-first search and linear graph algorithms, SICOMP 1972
//
// One image alone goes from the pivot to the serial step. Colours are left if they settle little. With several groups,
// the edges of the rest are gathered in all groups before the serial step.
//
// Cost: each list is read about twice. A component is named by its least vertex.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct StrongComponentsOptions {
  std::uint64_t serial_vertices = 100'000;  // so many are left to the serial step; 0: colours settle all
};

struct StrongComponentsResult {
  std::span<const Huri> component;  // by own slot: the least vertex of its component
  std::uint64_t components = 0;     // of all groups
};

// Collective. Needs out- and in-lists. The result is the same for any number of images and groups.
StrongComponentsResult strong_components(Workers& workers, const Graph& graph,
                                         const StrongComponentsOptions& options = {});

// Local. Bytes of all images' arenas together, without the serial step.
std::uint64_t estimate_strong_components_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
