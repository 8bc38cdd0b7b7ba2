#pragma once

// Finds the calls whose edges can be read from the indexes alone, again and again (query/procedures/edge_scans.hpp).

#include <vector>

#include "query/plan/logical/node.hpp"
#include "query/procedures/edge_scans.hpp"
#include "query/procedures/invoke.hpp"

namespace quadrille::query {

// Local. The paths to the edges of an ordered call; `columns` are those of its plan. Empty: its pattern must be
// evaluated.
std::vector<EdgePaths> edge_paths(const logical::Invoke& invoke, const EdgeColumns& columns);

}  // namespace quadrille::query
