#pragma once

// The rule bushy-joins: two tables that are joined from several parts each are joined with each other, where that costs
// less than adding one part after the other.

#include "query/plan/order/join_search.hpp"

namespace quadrille::query {

// Local. `one_by_one`: the order without such joins. The order with them, if it is worth the search and costs less.
std::vector<JoinStep> with_bushy_joins(const JoinSearch& search, std::vector<JoinStep> one_by_one);

}  // namespace quadrille::query
