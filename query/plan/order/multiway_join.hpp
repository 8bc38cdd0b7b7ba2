#pragma once

// The rule multiway-join: the patterns of a cycle are joined at once (query/joins/multiway_join.hpp), where that costs
// less than one by one.

#include "query/plan/order/group_parts.hpp"

namespace quadrille::query {

// Local. Adds the table that joins a cycle of the group's parts, and returns the order of it and the other parts.
// nullopt: nothing is added, since `one_by_one`, the cost of all joins one by one, is less. `outside`: the columns of
// the group that are read above.
std::optional<std::vector<JoinStep>> order_with_multiway(Planning& planning, GroupParts& group, double one_by_one,
                                                         const VariableSet& outside);

}  // namespace quadrille::query
