#pragma once

// Colours of Multistep (Slota 2014): the colour of an open vertex is the least vertex that reaches it through open
// ones. A vertex of its own colour is the least of its component, which is what reaches it within the colour.

#include "analytics/detail/open_vertices.hpp"
#include "analytics/graph.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

// Collective. Closes a component of each colour. Returns false, without closing any, if the colours need too many
// rounds; with `patient` they may need any number.
bool close_colours(Workers& workers, const Graph& graph, Mirrors& mirrors, OpenVertices& open, bool patient);

}  // namespace quadrille::analytics::detail
