#include "query/plan/group_parts.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

// True for patterns and joins of patterns: every solution binds all their variables.
bool only_patterns(const parser::Algebra& algebra) {
  if (std::holds_alternative<parser::Bgp>(algebra.node)) return true;
  const auto* join = std::get_if<parser::Join>(&algebra.node);
  return join && only_patterns(*join->left) && only_patterns(*join->right);
}

// A FILTER sees only the variables of its own group. It may be tested on the whole join if all variables that it reads
// are bound in its group anyway.
bool may_lift(const parser::Filter& filter, bool outermost) {
  if (outermost) return true;
  if (!only_patterns(*filter.child)) return false;
  const VariableSet scope = scope_of(*filter.child);
  return std::all_of(filter.conditions.begin(), filter.conditions.end(), [&](const auto& condition) {
    return !has_exists(condition) && is_stable(condition) && scope.includes(variables_of(condition));
  });
}

}  // namespace

void Planner::GroupParts::collect(const parser::Algebra& algebra, bool outermost) {
  if (const auto* bgp = std::get_if<parser::Bgp>(&algebra.node)) {
    for (const auto& pattern : bgp->patterns) patterns.push_back(&pattern);
  } else if (const auto* join = std::get_if<parser::Join>(&algebra.node)) {
    collect(*join->left, false);
    collect(*join->right, false);
  } else if (const auto* filter = std::get_if<parser::Filter>(&algebra.node); filter && may_lift(*filter, outermost)) {
    for (const auto& condition : filter->conditions) split_conjunction(condition, conditions);
    collect(*filter->child, outermost);
  } else {
    (asks_services(algebra) ? services : tables).push_back(&algebra);
  }
}

const parser::Algebra& Planner::GroupParts::take_service(const VariableSet& bound) {
  const auto is_known = [&](const parser::Algebra* part) {
    const auto* service = std::get_if<parser::Service>(&part->node);
    const auto* endpoint = service ? std::get_if<VariableId>(&service->endpoint) : nullptr;
    return !endpoint || bound.has(*endpoint);
  };
  auto place = std::find_if(services.begin(), services.end(), is_known);
  if (place == services.end()) place = services.begin();
  const parser::Algebra& part = **place;
  services.erase(place);
  return part;
}

VariableId Planner::GroupParts::standing_for(VariableId variable) const {
  for (const auto& [gone, kept] : merged) {  // in the order of replacement
    if (variable == gone) variable = kept;
  }
  return variable;
}

VariableSet Planner::GroupParts::scope_of_table(const parser::Algebra& table) const {
  const VariableSet scope = scope_of(table);
  if (merged.empty()) return scope;
  VariableSet named;
  for (const VariableId variable : scope.list()) named.add(standing_for(variable));
  return named;
}

void Planner::GroupParts::hand_down_conditions() {
  Conditions stay;
  for (auto& condition : conditions) {
    bool goes = false;
    for (const parser::Algebra* table : tables) {
      if (!may_hand_down(*table, condition)) continue;
      of_tables_[table].push_back(condition);
      goes = true;
    }
    if (!goes) stay.push_back(std::move(condition));
  }
  conditions = std::move(stay);
}

Planner::Conditions Planner::GroupParts::conditions_of(const parser::Algebra& table) const {
  const auto found = of_tables_.find(&table);
  return found == of_tables_.end() ? Conditions() : found->second;
}

void Planner::GroupParts::merge(VariableId kept, VariableId gone) {
  for (const parser::TriplePattern*& pattern : patterns) {
    parser::TriplePattern changed = *pattern;
    replace_variable(changed, gone, kept);
    changed_.push_back(std::move(changed));
    pattern = &changed_.back();
  }
  for (parser::Expression& condition : conditions) {
    if (!has_exists(condition)) replace_variable(condition, gone, kept);
  }
  merged.emplace_back(gone, kept);
}

}  // namespace quadrille::query
