#include "query/cardinality.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {
bool before(const std::pair<VariableId, double>& entry, VariableId variable) {
  return entry.first < variable;
}
}  // namespace

double Estimate::distinct_of(VariableId variable) const {
  const auto entry = std::lower_bound(distinct.begin(), distinct.end(), variable, before);
  if (entry == distinct.end() || entry->first != variable) return std::max(1.0, rows);
  return std::max(1.0, std::min(entry->second, rows));
}

void Estimate::set_distinct(VariableId variable, double values) {
  const auto entry = std::lower_bound(distinct.begin(), distinct.end(), variable, before);
  if (entry != distinct.end() && entry->first == variable) {
    entry->second = values;
  } else {
    distinct.emplace(entry, variable, values);
  }
}

Estimate estimate_pattern(const Snapshot& snapshot, RowCounts& counts, const QuadPattern& pattern) {
  Estimate estimate;
  bool first = true;
  // Every path counts the rows of its own constant prefix; the least of them bounds the pattern.
  for (const AccessPath& path : access_paths(pattern, {}, pattern.variables())) {
    const auto rows = static_cast<double>(counts.rows(path));
    estimate.rows = first ? rows : std::min(estimate.rows, rows);
    first = false;
    if (estimate.rows == 0) return estimate;
  }
  if (!pattern.slots[1].variable) {
    const auto& statistics =
        pattern.in_default_graph() ? snapshot.statistics().default_graph : snapshot.statistics().named_graphs;
    const PredicateStatistics predicate = statistics.find(pattern.slots[1].term);
    if (pattern.slots[0].variable)
      estimate.set_distinct(*pattern.slots[0].variable, static_cast<double>(predicate.distinct_subjects));
    if (pattern.slots[2].variable)
      estimate.set_distinct(*pattern.slots[2].variable, static_cast<double>(predicate.distinct_objects));
    // ?x <p> ?x
    if (pattern.slots[0].variable && pattern.slots[0].variable == pattern.slots[2].variable) {
      estimate.rows /=
          std::max<double>(1, static_cast<double>(std::max(predicate.distinct_subjects, predicate.distinct_objects)));
    }
  }
  return estimate;
}

void add_join(Estimate& a, const Estimate& b, const std::vector<VariableId>& variables) {
  double rows = a.rows * b.rows;
  std::vector<std::pair<VariableId, double>> fewest;  // as they are before the rows change
  for (const VariableId variable : variables) {
    const double here = a.distinct_of(variable), there = b.distinct_of(variable);
    rows /= std::max(here, there);
    fewest.emplace_back(variable, std::min(here, there));
  }
  a.rows = rows;
  for (const auto& [variable, values] : b.distinct) a.set_distinct(variable, values);
  for (const auto& [variable, values] : fewest) a.set_distinct(variable, values);
}

Estimate estimate_join(const Estimate& a, const Estimate& b, const std::vector<VariableId>& variables) {
  Estimate joined = a;
  add_join(joined, b, variables);
  return joined;
}

}  // namespace quadrille::query
