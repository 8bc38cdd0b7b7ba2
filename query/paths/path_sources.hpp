#pragma once

// path_sources() returns the nodes that a property path between two variables starts from: every node that it can
// begin at, or all nodes of the graph if it may have no length.

#include "parser/algebra.hpp"
#include "query/index/edge_lookup.hpp"
#include "query/table/context.hpp"
#include "query/table/quad_pattern.hpp"

namespace quadrille::query {

// Collective where not all shards are open here: then each image reads its own shards, and one exchange sends the
// nodes to the owners of their shards. Returns the nodes whose shard this image owns, each once, ascending. `graph` is
// any scope but GraphScope each.
Nodes path_sources(Context& context, const GraphScope& graph, const parser::Path& path);

// Local. True if the path may have no length, so that it joins every node of the graph with itself.
bool may_have_no_length(const parser::Path& path);

// Local, where all shards are open. True if a term is the subject or object of a triple of the graph (any scope but
// each).
bool is_node(Context& context, const GraphScope& graph, Huri term);

}  // namespace quadrille::query
