#pragma once

// verify_placed() checks what holds for the operator of each node of an ordered plan:
//
// P1  It has the columns of the node, each once; others are hidden endpoints of services. A column that every row of
//     the node binds is not marked as maybe unbound.
// P2  Rows that a join joins meet on one image.
// P3  Rows that agree in what DISTINCT, GROUP BY or SliceEach compare are on one image; where groups are merged, those
//     that agree in what a DISTINCT in the group compares. ORDER BY has all rows on the first
//     image, unless the whole answer is in order.
// P4  Columns that are compared by identity hold no terms that are known to one image alone.

#include <span>
#include <string>

#include "query/operators/operator.hpp"
#include "query/plan/logical/node.hpp"

namespace quadrille::query {

// Local. Throws Error(internal) that names the operator and the broken rule. `variables`: their names.
void verify_placed(const logical::Node& node, const Operator& made, int team_size,
                   std::span<const std::string> variables);

}  // namespace quadrille::query
