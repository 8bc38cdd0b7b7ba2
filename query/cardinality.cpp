#include "query/cardinality.hpp"

#include <algorithm>

namespace quadrille::query {

double Estimate::distinct_of(VariableId variable) const {
  for (const auto& [known, values] : distinct) {
    if (known == variable) return std::max(1.0, std::min(values, rows));
  }
  return std::max(1.0, rows);
}

void Estimate::set_distinct(VariableId variable, double values) {
  for (auto& [known, present] : distinct) {
    if (known == variable) {
      present = values;
      return;
    }
  }
  distinct.emplace_back(variable, values);
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

Estimate estimate_join(const Estimate& a, const Estimate& b, const std::vector<VariableId>& variables) {
  Estimate joined;
  joined.rows = a.rows * b.rows;
  for (const VariableId variable : variables) joined.rows /= std::max(a.distinct_of(variable), b.distinct_of(variable));
  for (const auto& [variable, values] : a.distinct) joined.set_distinct(variable, values);
  for (const auto& [variable, values] : b.distinct) {
    const bool shared = std::find(variables.begin(), variables.end(), variable) != variables.end();
    joined.set_distinct(variable, shared ? std::min(values, a.distinct_of(variable)) : values);
  }
  for (const VariableId variable : variables) {
    joined.set_distinct(variable, std::min(a.distinct_of(variable), b.distinct_of(variable)));
  }
  return joined;
}

}  // namespace quadrille::query
