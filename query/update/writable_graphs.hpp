#pragma once

// expect_writable() checks that a user may write the graphs that his update asks to change. The requested quads
// count, whether they change anything or not: otherwise the answer would tell whether a graph that the user may not
// read has a quad. For the same reason no message names a graph.

#include "base/graph_rights.hpp"
#include "query/table/context.hpp"
#include "query/update/quad_changes.hpp"
#include "query/update/quad_source.hpp"

namespace quadrille::query {

// Collective. Throws Error(forbidden) on all images if one of the changed graphs may not be written.
void expect_writable(Context& context, const QuadChanges& changes, const GraphRights& rights);

// Local. The same for the graph of a quad of a document.
void expect_writable(const SourceQuadView& quad, const GraphRights& rights);

}  // namespace quadrille::query
