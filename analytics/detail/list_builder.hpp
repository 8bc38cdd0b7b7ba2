#pragma once

// Building adjacency lists from edges: edges become keys (row, neighbour) in buckets of rows, each bucket is sorted in
// the cache, then copied to its place.
//
// In keys, rows are slots, and neighbours are ranks by HURI (VertexNumbers::rank_of), so that lists ascend by HURI.
// With several groups, ranks become slots in the last step.

#include <cstdint>

#include "analytics/detail/edge_blocks.hpp"
#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Buckets have this many entries on average, so that they fit into the second cache with their copies.
inline constexpr std::uint64_t kBucketEntries = 1 << 15;
inline constexpr std::uint64_t kMostBuckets = 1024;

// The rows of the lists: sources (their neighbours are targets), targets, or both ends of each edge.
enum class Rows : std::uint8_t { sources, targets, both_ends };

struct BuiltLists {
  Lists lists;
  std::uint64_t loops = 0;  // entries of this group with row = neighbour
};

// Collective in the group. `graph` has numbers, huris and own.
BuiltLists build_lists(Workers& workers, const EdgeBlocks& blocks, const Graph::Parts& graph, Rows rows,
                       const ProjectionOptions& options);

// Collective in the group. The entries of this group with row = neighbour.
std::uint64_t count_loops(Workers& workers, const Lists& lists);

// Collective in the group. One group: the lists of `lists`' edges in the other direction.
Lists reverse_lists(Workers& workers, const Lists& lists);

}  // namespace quadrille::analytics::detail
