#pragma once

// Whole graphs, as the operations on graphs see them (SPARQL 1.1 Update, 3.2). Each image reads those of its own shards
// whose subjects lie there, so that every quad is had once and by its owner; nothing travels.
//
// A graph is there when it holds a quad: empty graphs are not kept (3.2, "graph stores ... that do not record empty
// graphs").

#include <vector>

#include "quadstore/quad.hpp"
#include "query/context.hpp"

namespace quadrille::query {

// Local. Appends this image's quads of one graph, which may be kDefaultGraph.
void append_graph(const Context& context, Huri graph, std::vector<Quad>& out);

// Local. Appends this image's quads of all named graphs.
void append_named_graphs(const Context& context, std::vector<Quad>& out);

// Collective. Whether the graph holds a quad; kUnbound does not.
bool has_quads(Context& context, Huri graph);

}  // namespace quadrille::query
