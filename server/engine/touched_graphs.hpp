#pragma once

// The graphs that an update names, for the audit log.

#include "parser/query.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// Names that stand for more than one graph, or for that without a name.
inline constexpr const char *kDefaultGraphName = "default", *kNamedGraphsName = "named graphs",
                            *kAllGraphsName = "all graphs";

// The name of a graph: its IRI, in brackets if that is one of the names above, as a relative IRI may be.
std::string name_of_graph(const std::string& iri);

// Throws Error(forbidden), with its name, for the first written graph that must not be changed. What the update does
// not name singly is not looked at: the graphs are known only when it runs.
void expect_writable(const TouchedGraphs& graphs, const GraphRights& rights);

// Local. Of all its operations together, ascending. Cost: a comparison for each quad.
TouchedGraphs touched_graphs(const parser::Update& update);

}  // namespace quadrille::server
