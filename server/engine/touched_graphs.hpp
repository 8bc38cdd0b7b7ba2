#pragma once

// The graphs that an update names, for the audit log.

#include "parser/query.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// Local. Of all its operations together, ascending. Cost: a comparison for each quad.
TouchedGraphs touched_graphs(const parser::Update& update);

}  // namespace quadrille::server
