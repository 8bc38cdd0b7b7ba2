#include "query/index/cardinality.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {
bool before(const Estimate::Distinct& entry, VariableId variable) {
  return entry.variable < variable;
}

const Estimate::Distinct* find(const Estimate& estimate, VariableId variable) {
  const auto entry = std::lower_bound(estimate.distinct.begin(), estimate.distinct.end(), variable, before);
  return entry == estimate.distinct.end() || entry->variable != variable ? nullptr : &*entry;
}

struct Values {
  double distinct, domain;
};
Values values_of(const Estimate& estimate, VariableId variable) {
  const Estimate::Distinct* const entry = find(estimate, variable);
  const double distinct = std::max(1.0, entry ? std::min(entry->values, estimate.rows) : estimate.rows);
  return {distinct, entry ? std::max(entry->domain, distinct) : distinct};
}
double common_values(const Values& a, const Values& b) {
  return std::max({a.distinct, b.distinct, std::min(a.domain, b.domain)});
}
}  // namespace

double Estimate::distinct_of(VariableId variable) const {
  return values_of(*this, variable).distinct;
}

void Estimate::set_distinct(VariableId variable, double values, double domain) {
  const auto entry = std::lower_bound(distinct.begin(), distinct.end(), variable, before);
  if (entry != distinct.end() && entry->variable == variable) {
    *entry = {variable, values, domain};
  } else {
    distinct.insert(entry, {variable, values, domain});
  }
}

double common_values(const Estimate& a, const Estimate& b, VariableId variable) {
  return common_values(values_of(a, variable), values_of(b, variable));
}

Estimate estimate_pattern(const GraphView& data, RowCounts& counts, const QuadPattern& pattern) {
  Estimate estimate;
  estimate.distinct.reserve(pattern.slots.size());
  bool first = true;
  // Every path counts the rows of its own constant prefix; the smallest count bounds the pattern.
  for (const AccessPath& path : access_paths(pattern, {}, pattern.variables())) {
    const auto rows = static_cast<double>(counts.rows(path));
    estimate.rows = first ? rows : std::min(estimate.rows, rows);
    first = false;
    if (estimate.rows == 0) return estimate;
  }
  const bool is_triple_term = pattern.scope.kind == GraphScope::Kind::triple_terms;
  if (is_triple_term) estimate.set_distinct(*pattern.scope.graph.variable, estimate.rows, estimate.rows);
  const GraphStatistics* const statistics = pattern.scope.allowed || is_triple_term
                                                ? nullptr  // statistics are of all graphs
                                                : data.statistics(!pattern.in_default_graph());
  if (statistics && !pattern.slots[1].variable) {
    const PredicateStatistics predicate = statistics->find(pattern.slots[1].term);
    const auto set = [&](const Slot& slot, std::uint64_t values) {
      if (!slot.variable) return;
      const auto all = static_cast<double>(values);
      estimate.set_distinct(*slot.variable, std::min(all, estimate.rows), all);
    };
    set(pattern.slots[0], predicate.distinct_subjects);
    set(pattern.slots[2], predicate.distinct_objects);
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
  std::vector<Estimate::Distinct> common;  // before the number of rows changes
  for (const VariableId variable : variables) {
    const Values here = values_of(a, variable), there = values_of(b, variable);
    const double both = common_values(here, there);
    rows /= both;
    common.push_back(
        {variable, std::max(1.0, here.distinct * there.distinct / both), std::min(here.domain, there.domain)});
  }
  a.rows = std::min(rows, kMostEstimatedRows);
  a.distinct.reserve(a.distinct.size() + b.distinct.size());
  for (const auto& [variable, values, domain] : b.distinct) a.set_distinct(variable, values, domain);
  for (const auto& [variable, values, domain] : common) a.set_distinct(variable, values, domain);
}

Estimate estimate_join(const Estimate& a, const Estimate& b, const std::vector<VariableId>& variables) {
  Estimate joined = a;
  add_join(joined, b, variables);
  return joined;
}

}  // namespace quadrille::query
