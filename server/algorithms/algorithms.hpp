#pragma once

// The table of algorithms that queries can call, <quadrille:algorithm/NAME>, and their names in other systems. Each row
// projects the edges of a call to a graph and runs a kernel of analytics/ on it.

#include "query/procedures/callees.hpp"
#include "server/algorithms/graph_cache.hpp"

namespace quadrille::server {

query::Procedures algorithms();

// Returns what queries of this process can call. `services`: on a team's first member; nullptr: SERVICE is refused.
// `graphs`: on all images of the team or on none; nullptr: graphs are not kept.
inline query::Callees callees(const query::ServiceClient* services, DatabaseGraphs* graphs = nullptr) {
  return {services, algorithms(), graphs};
}

}  // namespace quadrille::server
