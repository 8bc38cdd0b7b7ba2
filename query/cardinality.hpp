#pragma once

// How many rows a pattern has and how many different values each of its variables takes: exact counts of constant
// prefixes, and the statistics of predicates. What the join order is chosen by.

#include <vector>

#include "query/row_counts.hpp"

namespace quadrille::query {

struct Estimate {
  double rows = 0;
  // (variable, different values) pairs, ascending by variable; one that is not listed may take as many values as there
  // are rows.
  std::vector<std::pair<VariableId, double>> distinct;

  double distinct_of(VariableId variable) const;
  void set_distinct(VariableId variable, double values);
};

// Local. For a pattern none of whose variables has a value yet.
Estimate estimate_pattern(const Snapshot& snapshot, RowCounts& counts, const QuadPattern& pattern);

// The natural join of two tables that share `variables`, by independence: |A||B| / prod max(d_A(v), d_B(v)).
Estimate estimate_join(const Estimate& a, const Estimate& b, const std::vector<VariableId>& variables);
// The same, with `a` becoming the joined table: the cost hangs on `b` alone.
void add_join(Estimate& a, const Estimate& b, const std::vector<VariableId>& variables);

}  // namespace quadrille::query
