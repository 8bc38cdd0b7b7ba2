#pragma once

// The costs of joins for the data and images of one plan.

#include "query/plan/logical/planning.hpp"
#include "query/plan/order/join_order.hpp"

namespace quadrille::query {

// Local.
JoinCosts join_costs(const Planning& planning);
// True if owners test the keys of a join wherever they can; for tests.
bool semi_joins_always(const Planning& planning);
bool semi_joins_never(const Planning& planning);

}  // namespace quadrille::query
