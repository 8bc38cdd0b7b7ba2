#pragma once

// rows_together() asks scans below DISTINCT and GROUP BY for rows whose equal values are adjacent (key_runs.hpp), where
// that costs nothing: then the operator above keeps one group, or one value, instead of all.

#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

// Local. For an ordered plan.
void rows_together(Planning& planning, logical::Node& root);

}  // namespace quadrille::query
