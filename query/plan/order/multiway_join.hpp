#pragma once

// The rule multiway-join: the patterns of a cycle are joined at once (query/joins/multiway_join.hpp), where that costs
// less than one by one. All functions are local; some microseconds.

#include "query/plan/order/group_parts.hpp"

namespace quadrille::query {

// Adds the table that joins a cycle of the group's parts, and returns the order of it and the other parts.
// nullopt: nothing is added, since `one_by_one`, the cost of all joins one by one, is less. `outside`: the columns of
// the group that are read above.
std::optional<std::vector<JoinStep>> order_with_multiway(Planning& planning, GroupParts& group, double one_by_one,
                                                         const VariableSet& outside);

// The patterns of a group that form cycles suitable for a multiway join, and the order of their variables.
struct MultiwayOrder {
  std::vector<std::size_t> parts;  // at least three patterns of two variables; each variable is in two of them
  std::vector<VariableId> variables;
  double rows = 0;  // of the joined table
  double cost = 0;  // including reading the tables; in the units of query/plan/cost/costs.hpp
};

// nullopt: there is no cycle of three or more variables.
std::optional<MultiwayOrder> multiway_order(const std::vector<JoinPart>& parts);

}  // namespace quadrille::query
