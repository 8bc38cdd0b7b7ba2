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

// Local, where all shards are open. Tests whether terms are subjects or objects of triples of a graph (any scope but
// each).
class NodeTest {
 public:
  NodeTest(Context& context, const GraphScope& graph)
      : out_(context, graph, kUnbound, false, false), in_(context, graph, kUnbound, true, false) {}
  bool is_node(Huri term) { return out_.has_edge(term) || in_.has_edge(term); }

 private:
  EdgeLookup out_, in_;
};

}  // namespace quadrille::query
