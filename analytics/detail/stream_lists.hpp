#pragma once

// Building adjacency lists from EdgeStreams, which are read twice: once for the lengths of the lists, then each
// neighbour is written to its place in its list. Lists that do not ascend are sorted, and parallel edges united, in
// place. So nothing but the lists takes memory.
//
//   lengths -> offsets -> neighbours, each image's in its order -> lists that ascend -> lists without gaps
//
// Cost on one image, for edges in order: about 10 ns an edge and list.

#include "analytics/detail/list_builder.hpp"
#include "analytics/edge_streams.hpp"
#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Collective in the group. One group, without weights. `graph` has numbers, huris and own.
BuiltLists build_stream_lists(Workers& workers, EdgeStreams& edges, const Graph::Parts& graph, Rows rows,
                              const ProjectionOptions& options);

}  // namespace quadrille::analytics::detail
