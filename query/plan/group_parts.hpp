#pragma once

// GroupParts holds the parts of a group graph pattern before its joins are ordered: patterns, tables (planned
// separately), and the conditions on the whole. Local; used by the planner only.

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "query/plan/equalities.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

struct Planner::GroupParts {
  std::vector<const parser::TriplePattern*> patterns;
  std::vector<const parser::Algebra*> tables;
  std::vector<const parser::Algebra*> services;  // tables that call services: joined after the others
  Conditions conditions;

  void collect(const parser::Algebra& algebra, bool outermost);

  // Removes and returns the next of `services` to join: one whose endpoint is known by now, if there is one.
  const parser::Algebra& take_service(const VariableSet& bound);

  // Variables that are replaced by another one, because a condition makes both equal: (the other one, itself). The
  // patterns and conditions above contain only the other one; columns of tables are renamed; the joined table gets an
  // additional column for each (planner_equal.cpp).
  std::vector<std::pair<VariableId, VariableId>> merged;
  VariableId standing_for(VariableId variable) const;
  VariableSet scope_of_table(const parser::Algebra& table) const;  // after the replacement

  // Replaces one variable by another in all patterns and conditions.
  void merge(VariableId kept, VariableId gone);

  // Removes the conditions that a table can test itself; they are passed to hand_down() when it is planned.
  void hand_down_conditions();
  Conditions conditions_of(const parser::Algebra& table) const;

 private:
  std::unordered_map<const parser::Algebra*, Conditions> of_tables_;
  std::deque<parser::TriplePattern> changed_;
};

}  // namespace quadrille::query
