#pragma once

// An Estimate holds the number of rows of a pattern and the number of distinct values of each of its variables. It
// comes from exact counts of constant prefixes and the statistics of predicates. The join order is chosen by estimates.

#include <vector>

#include "query/index/row_counts.hpp"

namespace quadrille::query {

// Upper bound of all estimates, so that values computed from them stay finite.
constexpr double kMostEstimatedRows = 1e100;

struct Estimate {
  struct Distinct {
    VariableId variable;
    double values;  // number of values of the variable
    double domain;  // number of values without the constants of its patterns: the set that `values` is a part of
  };

  double rows = 0;
  std::vector<Distinct> distinct = {};  // ascending by variable; a variable not listed may differ in every row

  double distinct_of(VariableId variable) const;
  void set_distinct(VariableId variable, double values, double domain);
};

// The divisor that a shared variable contributes to the size of a join: the size of the set that the values of both
// tables come from. That is the smaller of their domains. Example: of the 240 parts of one university and the 190
// departments among 2 600 parts of all universities, 17 are both, not 190.
double common_values(const Estimate& a, const Estimate& b, VariableId variable);

// Local. For a pattern whose variables have no values yet.
Estimate estimate_pattern(const GraphView& data, RowCounts& counts, const QuadPattern& pattern);

// The natural join of two tables that share `variables`, assuming independence: |A||B| / prod common_values(v).
Estimate estimate_join(const Estimate& a, const Estimate& b, const std::vector<VariableId>& variables);
// The same; `a` becomes the joined table. The cost depends on `b` alone.
void add_join(Estimate& a, const Estimate& b, const std::vector<VariableId>& variables);

}  // namespace quadrille::query
