#pragma once

// A MultiwayOrder lists the patterns of a group that form cycles suitable for a multiway join (multiway_join.hpp), the
// order of their variables, and the cost. Local; computed in some microseconds.

#include <optional>
#include <vector>

#include "query/plan/order/join_order.hpp"

namespace quadrille::query {

struct MultiwayOrder {
  std::vector<std::size_t> parts;  // at least three patterns of two variables; each variable is in two of them
  std::vector<VariableId> variables;
  double rows = 0;  // of the joined table
  double cost = 0;  // including reading the tables; in the units of query/plan/cost/costs.hpp
};

// nullopt: the patterns have no cycle of three or more variables.
std::optional<MultiwayOrder> multiway_order(const std::vector<JoinPart>& parts);

}  // namespace quadrille::query
