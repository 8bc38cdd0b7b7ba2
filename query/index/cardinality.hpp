#pragma once

// How many rows a pattern has and how many different values each of its variables takes: exact counts of constant
// prefixes, and the statistics of predicates. What the join order is chosen by.

#include <vector>

#include "query/index/row_counts.hpp"

namespace quadrille::query {

// No table is estimated larger, so that what is computed from estimates stays a number.
constexpr double kMostEstimatedRows = 1e100;

struct Estimate {
  struct Distinct {
    VariableId variable;
    double values;  // that the variable takes
    double domain;  // that it would take without the constants of its patterns: the larger set that it was cut out of
  };

  double rows = 0;
  std::vector<Distinct> distinct;  // ascending by variable; one that is not listed may have a value in every row

  double distinct_of(VariableId variable) const;
  double domain_of(VariableId variable) const;
  void set_distinct(VariableId variable, double values, double domain);
};

// By how much a shared variable divides the product of two tables: the size of the set that the values of both come
// from. That is the smaller one of their domains, for they meet there: of the 240 parts of one university and the 190
// departments among 2 600 parts of all, 17 are both, and not 190.
double common_values(const Estimate& a, const Estimate& b, VariableId variable);

// Local. For a pattern none of whose variables has a value yet.
Estimate estimate_pattern(const Snapshot& snapshot, RowCounts& counts, const QuadPattern& pattern);

// The natural join of two tables that share `variables`, by independence: |A||B| / prod common_values(v).
Estimate estimate_join(const Estimate& a, const Estimate& b, const std::vector<VariableId>& variables);
// The same, with `a` becoming the joined table: the cost hangs on `b` alone.
void add_join(Estimate& a, const Estimate& b, const std::vector<VariableId>& variables);

}  // namespace quadrille::query
