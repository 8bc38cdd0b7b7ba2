#pragma once

// Weakly connected components: M. Sutton, T. Ben-Nun, A. Barak, Optimizing parallel graph connectivity computation via
// subgraph sampling (Afforest), IPDPS 2018. Each group first finds the components of its own lists, ghosts included.
// Then each owner sends the labels of mirrored vertices once; the different pairs (label here, label at the owner) are
// gathered and united on every image.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct ComponentsResult {
  std::span<const Huri> component;  // by own slot: the least vertex of its component
  std::uint64_t components = 0;     // of all groups
};

// Collective. Needs out- or in-lists; it reads both if there are both. The result is the same for any number of images
// and groups.
ComponentsResult connected_components(Workers& workers, const Graph& graph);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_components_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
