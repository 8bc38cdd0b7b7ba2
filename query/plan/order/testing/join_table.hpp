#pragma once

// A part of a join for tests: a table of `rows` rows that computes `variables`. Local.

#include <vector>

#include "query/plan/order/join_order.hpp"

namespace quadrille::query::testing {

inline JoinPart join_table(double rows, const std::vector<VariableId>& variables) {
  JoinPart part;
  part.estimate.rows = rows;
  for (const VariableId variable : variables) part.variables.add(variable);
  return part;
}

}  // namespace quadrille::query::testing
