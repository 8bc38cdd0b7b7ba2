#pragma once

// graph_size() estimates the graph of a call from its ordered pattern, before it is made:
//
//   edges      rows of the pattern, for each pair of columns
//   vertices   different values of the columns of sources and targets. Statistics have those of each predicate; a few
//              look-ups estimate how many are both source and target.
//
// Exact for edges of one predicate, but for the vertices that are both; else as good as the estimates of rows.

#include <cstdint>

#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"
#include "query/procedures/procedure.hpp"

namespace quadrille::query {

// Without look-ups each vertex of the smaller column counts as both. With them, of columns that cannot be looked up
// none does.
enum class LookUps : std::uint8_t { none, some };

// Local. Cost: some microseconds, and about 0.3 ms for look-ups, where all shards are open.
ProcedureSize graph_size(const Planning& planning, const logical::Invoke& invoke, LookUps look_ups);

}  // namespace quadrille::query
