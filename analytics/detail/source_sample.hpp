#pragma once

// The sources of betweenness().

#include <cstdint>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

// Collective. `count` vertices of all groups, or all if there are fewer, ascending: those with the least hash of seed
// and HURI. The same on all images, for any number of images and groups.
std::vector<Huri> sampled_vertices(Workers& workers, const Graph& graph, std::uint64_t count, std::uint64_t seed);

}  // namespace quadrille::analytics
