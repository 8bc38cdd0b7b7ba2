#pragma once

// The strong components of the open vertices, by one image: the first one of a group; if there are several groups, the
// first of each from the edges of all.

#include "analytics/detail/open_vertices.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Collective. Closes all open vertices.
void close_rest(Workers& workers, const Graph& graph, OpenVertices& open);

}  // namespace quadrille::analytics::detail
