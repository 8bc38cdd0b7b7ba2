#pragma once

// What a group graph pattern is made of before its joins are ordered: patterns, tables (what is planned apart), and the
// conditions on the whole. Local, for the planner alone.

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
  std::vector<const parser::Algebra*> services;  // tables that ask services: joined after the others
  Conditions conditions;

  void collect(const parser::Algebra& algebra, bool outermost);

  // The next one of `services` to be joined, which goes: with an endpoint that is known by now, if there is one.
  const parser::Algebra& take_service(const VariableSet& bound);

  // Variables that stand for another one, since a condition says that both are the same: (the other one, itself). The
  // patterns and conditions above have the other one alone; columns of tables are renamed; the joined table gets a
  // column more for each (planner_equal.cpp).
  std::vector<std::pair<VariableId, VariableId>> merged;
  VariableId standing_for(VariableId variable) const;
  VariableSet scope_of_table(const parser::Algebra& table) const;  // with the names that are left

  // One variable in the place of another in all patterns and conditions.
  void merge(VariableId kept, VariableId gone);

  // Takes out of the conditions those that a table can test itself, for hand_down() whenever it is planned.
  void hand_down_conditions();
  Conditions conditions_of(const parser::Algebra& table) const;

 private:
  std::unordered_map<const parser::Algebra*, Conditions> of_tables_;
  std::deque<parser::TriplePattern> changed_;
};

}  // namespace quadrille::query
