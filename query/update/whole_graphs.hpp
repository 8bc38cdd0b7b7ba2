#pragma once

// Functions for operations on whole graphs (SPARQL 1.1 Update, 3.2), as far as a view shows them. Each image reads the
// quads of its own shards by subject, so that every quad is read once and by its owner; nothing is sent.
//
// A graph exists if it holds a quad: empty graphs are not recorded (3.2, "graph stores ... that do not record empty
// graphs").

#include <functional>
#include <vector>

#include "quadstore/graph_kinds.hpp"
#include "quadstore/quad.hpp"
#include "query/table/context.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::query {

// Local. Appends this image's quads of one graph, which may be kDefaultGraph; in OwnerOrder.
void append_graph(const Context& context, Huri graph, std::vector<Quad>& out);
// The same without a query: `check` is called now and then and may throw.
void append_graph(const GraphView& data, ShardSpan own, Huri graph, const std::function<void()>& check,
                  std::vector<Quad>& out);

// Local. Appends all quads of this image, in OwnerOrder.
void append_all_graphs(const Context& context, std::vector<Quad>& out);
// Local. Those of named graphs, likewise.
void append_named_graphs(const Context& context, std::vector<Quad>& out);

// Collective. True if the graph holds a quad; false for kUnbound.
bool has_quads(Context& context, Huri graph);

// Local. The number of quads of a named graph in these shards, counted by subject.
std::uint64_t count_graph(const GraphView& data, ShardSpan shards, Huri graph);

// Collective. The changes that clear a named graph: all named graphs if it is the only one. kUnbound: nothing.
QuadChanges clear_graph(Context& context, Huri graph);

// Collective. The changes that make a graph hold exactly `quads`: only the differences, if that is less than clearing
// the graph and inserting all. `graphs`: the graphs as a whole (several are a dataset); `graph`: else the named one.
// `quads` are this image's own, in OwnerOrder, of these graphs alone. The changes are effective.
QuadChanges replace_graphs(Context& context, GraphKinds graphs, Huri graph, std::vector<Quad> quads);

// Local. The changes that make `after` of `before`, which are this image's quads of some graphs, in OwnerOrder;
// effective.
QuadChanges differences(const Context& context, const std::vector<Quad>& before, const std::vector<Quad>& after);

}  // namespace quadrille::query
