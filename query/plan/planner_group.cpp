// The parts of a group graph pattern and their joins.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "query/index/term_ranges.hpp"
#include "query/operators/filter.hpp"
#include "query/operators/values_table.hpp"
#include "query/plan/foreign_use.hpp"
#include "query/plan/group_parts.hpp"
#include "query/plan/join_order.hpp"
#include "query/plan/join_samples.hpp"
#include "query/plan/late_join.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMostRanges = 64;  // of terms that a scan reads separately
constexpr std::uint64_t kFewRows = 512;  // a scan reads so many in the time needed to find ranges of terms
// Joins that cost more than this use samples (JoinSamples), which take some tenths of a millisecond.
constexpr double kCostlyJoins = 2e6;  // in units of join_order.cpp: 5 ms
constexpr std::size_t kMostSampled = 7;
constexpr double kDifferentValue = 10;  // cost of finding them, in units of join_order.cpp a row
constexpr double kLateTable = 8;  // a table waits if it has at least so many rows for each row that it is joined with

}  // namespace

// The terms that conditions on one variable allow it; found once for each variable.
class Planner::AllowedTerms {
 public:
  AllowedTerms(const Conditions& conditions, QueryDictionary& dictionary) : dictionary_(dictionary) {
    for (const auto& condition : conditions) {
      if (has_exists(condition)) continue;
      const std::vector<VariableId> variables = variables_of(condition).list();
      if (variables.size() == 1) conditions_[variables.front()].push_back(&condition);
    }
  }

  bool empty() const { return conditions_.empty(); }

  // Removes rows of a pattern for which such a condition does not hold. `small`: the group has a pattern of few rows,
  // which are joined in less time than it takes to find ranges for the others; then only a required single term is
  // looked for.
  void restrict(QuadPattern& pattern, bool small) {
    for (std::size_t place = 0; place < pattern.slots.size(); ++place) {
      const auto& variable = pattern.slots[place].variable;
      if (!variable || !conditions_.contains(*variable)) continue;
      if (!small || says_which(*variable)) pattern.ranges[place] = ranges(*variable);
    }
  }
  static bool has_few_rows(const QuadPattern& pattern, RowCounts& counts) {
    const std::vector<AccessPath> paths = access_paths(pattern, {}, {});
    return std::any_of(paths.begin(), paths.end(),
                       [&](const AccessPath& path) { return counts.rows(path) < kFewRows; });
  }

 private:
  bool says_which(VariableId variable) const {
    const auto& conditions = conditions_.at(variable);
    return std::any_of(conditions.begin(), conditions.end(), [](const parser::Expression* condition) {
      return condition->kind == parser::ExpressionKind::equal || condition->kind == parser::ExpressionKind::in ||
             (condition->kind == parser::ExpressionKind::function && condition->builtin == parser::Builtin::sameterm);
    });
  }

  std::shared_ptr<const TermRanges> ranges(VariableId variable) {
    const auto [known, is_new] = known_.emplace(variable, nullptr);
    if (!is_new) return known->second;
    std::optional<TermRanges> allowed;
    for (const parser::Expression* condition : conditions_.at(variable)) {
      const auto ranges = ranges_of(*condition, variable, dictionary_);
      if (ranges) allowed = allowed ? intersection(*allowed, *ranges) : *ranges;
    }
    if (allowed && allowed->size() > kMostRanges) *allowed = {{allowed->front().first, allowed->back().last, false}};
    if (allowed) known->second = std::make_shared<const TermRanges>(std::move(*allowed));
    return known->second;
  }

  QueryDictionary& dictionary_;
  std::unordered_map<VariableId, std::vector<const parser::Expression*>> conditions_;
  std::unordered_map<VariableId, std::shared_ptr<const TermRanges>> known_;
};

OperatorPtr Planner::plan_join_group(const parser::Algebra& algebra, const PatternScope& scope,
                                     const VariableSet& wanted, const Conditions& conditions) {
  GroupParts parts;
  parts.collect(algebra, true);
  leave_out_hints(parts);
  parts.conditions.insert(parts.conditions.end(), conditions.begin(), conditions.end());
  return join_parts(parts, scope, wanted);
}

// A pattern that is planned several times has one remark.
void Planner::leave_out_hints(GroupParts& parts) {
  std::erase_if(parts.patterns, [this](const parser::TriplePattern* pattern) {
    if (!is_ignored_hint(*pattern, {snapshot_, counts_, dictionary_})) return false;
    std::string remark = remark_of_hint(*pattern);
    if (std::find(remarks_.begin(), remarks_.end(), remark) == remarks_.end()) remarks_.push_back(std::move(remark));
    return true;
  });
}

VariableSet Planner::variables_of_pattern(const parser::TriplePattern& pattern, const PatternScope& scope) {
  VariableSet set;
  for (const auto* node : {&pattern.subject, &pattern.predicate, &pattern.object}) {
    if (const auto* variable = std::get_if<VariableId>(node)) set.add(*variable);
  }
  if (scope.kind == GraphScope::Kind::each) set.add(*scope.graph.variable);
  return set;
}

// Which variables a group's parts are to hand on.
struct Planner::GroupVariables {
  VariableSet everything;    // of all parts
  VariableSet outside;       // that the plan above or a condition reads
  VariableSet lost_wanted;   // the same before equal variables were merged
  VariableSet needed;        // outside, or shared by several parts
  VariableSet table_needed;  // the same by the names that they have in tables

  GroupVariables(const GroupParts& group, const PatternScope& scope, const VariableSet& wanted);

 private:
  static VariableSet shared(const GroupParts& group, const PatternScope& scope);
};

Planner::GroupVariables::GroupVariables(const GroupParts& group, const PatternScope& scope, const VariableSet& wanted)
    : outside(wanted) {
  outside.add(scope.seen);
  for (const auto& condition : group.conditions) outside.add(variables_of(condition));
  lost_wanted = outside;
  for (const auto& [gone, kept] : group.merged) {
    if (outside.has(gone)) outside.add(group.standing_for(gone));
  }
  for (const auto* pattern : group.patterns) everything.add(variables_of_pattern(*pattern, scope));
  for (const auto* list : {&group.tables, &group.services}) {
    for (const auto* table : *list) everything.add(group.scope_of_table(*table));
  }
  needed = outside;
  needed.add(shared(group, scope));
  if (scope.kind == GraphScope::Kind::each) needed.add(*scope.graph.variable);
  table_needed = needed;
  for (const auto& [gone, kept] : group.merged) {
    if (needed.has(group.standing_for(gone))) table_needed.add(gone);
  }
}

// The variables that more than one part has.
VariableSet Planner::GroupVariables::shared(const GroupParts& group, const PatternScope& scope) {
  VariableSet once, twice;
  const auto count = [&](const VariableSet& part) {
    twice.add(both(once, part));
    once.add(part);
  };
  for (const auto* pattern : group.patterns) count(variables_of_pattern(*pattern, scope));
  for (const auto* list : {&group.tables, &group.services}) {
    for (const auto* table : *list) count(group.scope_of_table(*table));
  }
  return twice;
}

// The parts of a group for the join order, and those that are planned already: tables[n] is part n, or nullptr for a
// pattern, which is scanned or looked up as the order says.
struct Planner::PlannedParts {
  std::vector<JoinPart> parts;
  std::vector<OperatorPtr> tables;

  void add_pattern(QuadPattern pattern, VariableSet variables, Estimate estimate) {
    JoinPart part;
    part.variables = std::move(variables);
    part.pattern = std::move(pattern);
    part.estimate = std::move(estimate);
    parts.push_back(std::move(part));
    tables.push_back(nullptr);
  }
  void add_table(OperatorPtr table, VariableSet variables) {
    JoinPart part;
    part.variables = std::move(variables);
    part.estimate.rows = table->estimated_rows;
    parts.push_back(std::move(part));
    tables.push_back(std::move(table));
  }
};

OperatorPtr Planner::join_parts(GroupParts& group, const PatternScope& scope, const VariableSet& wanted) {
  options_.watch.expect_joins(group.patterns.size() + group.tables.size());
  if (!scope.outer) merge_equal_variables(group, scope, left_variables());
  GroupVariables variables(group, scope, wanted);
  PlannedParts planned;
  if (!add_patterns(planned, group, scope)) {
    for (const auto& [gone, kept] : group.merged) variables.everything.add(gone);
    return nothing(variables.everything, scope);
  }
  if (!scope.outer) group.hand_down_conditions();
  for (const auto* table : group.tables) {
    hand_down(*table, group.conditions_of(*table));
    const PatternScope table_scope = joins_late(*table, scope.seen) ? scope.plain() : scope;
    OperatorPtr made = with_merged_names(plan_in(*table, table_scope, variables.table_needed), group);
    const VariableSet bound = certain(made->schema());
    planned.add_table(std::move(made), bound);
  }
  // The outer solutions are one part more, which the others can be looked up for.
  if (scope.outer && !planned.parts.empty()) {
    OperatorPtr outer = outer_bindings(scope);
    const VariableSet bound = certain(outer->schema());
    planned.add_table(std::move(outer), bound);
  }
  OperatorPtr joined;
  if (!planned.parts.empty()) {
    const std::vector<JoinStep> steps = order_parts(planned, group, scope, variables);
    joined = join_in_order(planned, steps, group, scope, variables);
  } else if (group.services.empty()) {
    joined = unit(scope);
  }
  joined = join_services(std::move(joined), group, scope, variables);
  joined = with_lost_names(std::move(joined), group, variables.lost_wanted);
  return filtered(std::move(joined), group.conditions, scope);
}

// False: a pattern has a term that is not in the database, so the group has no solution.
bool Planner::add_patterns(PlannedParts& planned, const GroupParts& group, const PatternScope& scope) {
  AllowedTerms allowed_terms(group.conditions, dictionary_);
  std::vector<QuadPattern> patterns;
  for (const auto* pattern : group.patterns) {
    options_.watch.look();
    auto resolved = resolve(*pattern, scope);
    if (!resolved) return false;
    patterns.push_back(std::move(*resolved));
  }
  const bool small =
      !allowed_terms.empty() && std::any_of(patterns.begin(), patterns.end(), [&](const QuadPattern& pattern) {
        return AllowedTerms::has_few_rows(pattern, counts_);
      });
  for (std::size_t place = 0; place < patterns.size(); ++place) {
    QuadPattern& pattern = patterns[place];
    allowed_terms.restrict(pattern, small);
    VariableSet variables = variables_of_pattern(*group.patterns[place], scope);
    if (scope.kind == GraphScope::Kind::everything) {
      planned.add_table(scan_everything(pattern), std::move(variables));
    } else {
      Estimate estimate = estimate_pattern(snapshot_, counts_, pattern);
      planned.add_pattern(std::move(pattern), std::move(variables), std::move(estimate));
    }
  }
  return true;
}

// The order of the joins. It may have one part more: the values of the left side of a join above, or the table that
// joins a cycle of patterns at once.
std::vector<JoinStep> Planner::order_parts(PlannedParts& planned, const GroupParts& group, const PatternScope& scope,
                                           GroupVariables& variables) {
  const std::vector<JoinLink> linked = links(group.conditions);
  std::vector<JoinStep> steps = join_steps(planned.parts, linked);
  if (auto from_left = order_from_left(planned, steps.back().cost, linked, scope, variables)) return *from_left;
  if (scope.outer) return steps;  // the outer solutions are a part, which no cycle may leave out
  if (auto multiway = plan_multiway(planned.parts, linked, steps.back().cost, variables.outside)) {
    planned.parts.push_back(std::move(multiway->part));
    planned.tables.push_back(std::move(multiway->table));
    return std::move(multiway->steps);
  }
  return steps;
}

// The order with what the other side of a join above binds as a part, if that costs less than `alone`.
std::optional<std::vector<JoinStep>> Planner::order_from_left(PlannedParts& planned, double alone,
                                                              const std::vector<JoinLink>& linked,
                                                              const PatternScope& scope, GroupVariables& variables) {
  VariableSet bound_here;  // the left does not bind what a part may leave unbound
  for (const JoinPart& part : planned.parts) bound_here.add(part.variables);
  const VariableSet of_left = scope.outer ? VariableSet() : both(left_variables(), bound_here);
  if (of_left.empty()) return std::nullopt;
  JoinPart part;
  part.variables = of_left;
  part.estimate.rows = bind_join_rows_->child().estimated_rows;
  const double values = part.estimate.rows * kDifferentValue;
  planned.parts.push_back(std::move(part));
  std::vector<JoinStep> steps = join_steps(planned.parts, linked);
  if (values + steps.back().cost >= alone / 2) {
    planned.parts.pop_back();
    return std::nullopt;
  }
  planned.tables.push_back(left_values(of_left.list()));
  variables.needed.add(of_left);
  return steps;
}

OperatorPtr Planner::join_in_order(PlannedParts& planned, const std::vector<JoinStep>& steps, GroupParts& group,
                                   const PatternScope& scope, const GroupVariables& variables) {
  OperatorPtr joined;
  for (std::size_t place = 0; place < steps.size(); ++place) {
    const JoinStep& step = steps[place];
    joined = join_step(std::move(joined), planned, steps, place, group, scope, variables);
    joined->estimated_rows = step.estimate.rows;
    options_.watch.see(*joined);
    joined = filtered_by_what_is_bound(std::move(joined), group, scope);
  }
  return joined;
}

OperatorPtr Planner::join_step(OperatorPtr joined, PlannedParts& planned, const std::vector<JoinStep>& steps,
                               std::size_t place, const GroupParts& group, const PatternScope& scope,
                               const GroupVariables& variables) {
  const JoinStep& step = steps[place];
  const JoinPart& part = planned.parts[step.part];
  const auto table = [&] { return table_of(planned, steps, place, variables.needed); };
  if (part.pattern && joined && (step.method == JoinMethod::test || tests_always())) {
    if (OperatorPtr tested = semi_join(JoinKind::inner, joined, *part.pattern)) return tested;
  }
  if (step.method == JoinMethod::start) return table();
  const bool looks_up = step.method == JoinMethod::look_up || step.method == JoinMethod::test;
  if (looks_up && can_look_up(JoinKind::inner, *joined, *part.pattern)) {
    return index_join(JoinKind::inner, std::move(joined), *part.pattern, variables.needed);
  }
  if (const parser::Algebra* late = late_table(planned, step, *joined, group, scope)) {
    planning_late_ = true;  // once is enough: each time again would double the work of planning
    const PatternScope late_scope = joins_late(*late, scope.seen) ? scope.plain() : scope;
    hand_down(*late, group.conditions_of(*late));
    OperatorPtr right = with_merged_names(plan_beside(joined, *late, late_scope, variables.table_needed), group);
    planning_late_ = false;
    return joined_by_hash(std::move(joined), std::move(right), group.conditions);
  }
  OperatorPtr other = table();
  if (step.method == JoinMethod::hash_back) std::swap(joined, other);
  return joined_by_hash(std::move(joined), std::move(other), group.conditions);
}

// The rows of a step's part: planned before, or a scan. A scan is spread by a variable that the neighbour in the order
// shares, where that costs nothing.
OperatorPtr Planner::table_of(PlannedParts& planned, const std::vector<JoinStep>& steps, std::size_t place,
                              const VariableSet& needed) const {
  const JoinPart& part = planned.parts[steps[place].part];
  if (!part.pattern) return std::move(planned.tables[steps[place].part]);
  std::optional<VariableId> preferred;
  const std::size_t neighbour = place > 0 ? place - 1 : 1;
  if (neighbour < steps.size()) {
    const VariableSet shared = both(part.variables, planned.parts[steps[neighbour].part].variables);
    if (!shared.empty()) preferred = shared.list().front();
  }
  return scan(*part.pattern, part.estimate.rows, needed, preferred);
}

// A table that costs more than what it will be joined with, which is planned anew for that; nullptr: it does not.
const parser::Algebra* Planner::late_table(const PlannedParts& planned, const JoinStep& step, const Operator& with,
                                           const GroupParts& group, const PatternScope& scope) const {
  const std::size_t first_table = group.patterns.size(), number = step.part - first_table;
  if (step.part < first_table || number >= group.tables.size() || !planned.tables[step.part]) return nullptr;
  const parser::Algebra& table = *group.tables[number];
  const bool pays = with.estimated_rows * kLateTable < estimated_work(*planned.tables[step.part]);
  return pays && !scope.outer && !planning_late_ && may_pass_bind_join_rows(table) ? &table : nullptr;
}

OperatorPtr Planner::joined_by_hash(OperatorPtr left, OperatorPtr right, const Conditions& conditions) {
  const std::vector<VariableId> keys = add_value_keys(left, right, conditions);
  return without(hash_join(JoinKind::inner, std::move(left), std::move(right)), keys);
}

// Tests the conditions for which all that they look at is bound for good; they leave the group.
OperatorPtr Planner::filtered_by_what_is_bound(OperatorPtr joined, GroupParts& group, const PatternScope& scope) {
  if (group.conditions.empty()) return joined;
  const VariableSet bound = certain(joined->schema());
  const auto waits = [&](const parser::Expression& condition) {
    return has_exists(condition) || !bound.includes(variables_of(condition));
  };
  const auto ready = std::stable_partition(group.conditions.begin(), group.conditions.end(), waits);
  if (ready == group.conditions.end()) return joined;
  const Conditions tested(std::make_move_iterator(ready), std::make_move_iterator(group.conditions.end()));
  group.conditions.erase(ready, group.conditions.end());
  return filtered(std::move(joined), tested, scope);
}

// Parts that ask services, one after the other. `joined`: the other parts, nullptr if there are none.
OperatorPtr Planner::join_services(OperatorPtr joined, GroupParts& group, const PatternScope& scope,
                                   const GroupVariables& variables) {
  while (!group.services.empty()) {
    if (!joined) {
      joined = plan_in(group.take_service({}), scope, variables.needed);
    } else {
      const parser::Algebra& part = group.take_service(certain(joined->schema()));
      // The graph of GRAPH ?g and the outer solutions are bound by then, and a service does not look at them.
      const bool is_service = std::holds_alternative<parser::Service>(part.node);
      const PatternScope right_scope = is_service                     ? PatternScope{default_scope_, nullptr, {}}
                                       : joins_late(part, scope.seen) ? scope.plain()
                                                                      : scope;
      OperatorPtr right = plan_beside(joined, part, right_scope, variables.needed);
      joined = hash_join(JoinKind::inner, std::move(joined), std::move(right));
    }
    options_.watch.see(*joined);
    joined = filtered_by_what_is_bound(std::move(joined), group, scope);
  }
  return joined;
}

std::vector<JoinStep> Planner::join_steps(const std::vector<JoinPart>& parts, const std::vector<JoinLink>& links) {
  const auto look = [this] { options_.watch.look(); };
  const auto make = [&] {
    const JoinCosts costs = join_costs();
    std::vector<JoinStep> steps = order_joins(parts, costs, look, nullptr, links);
    if (is_apart() || parts.size() < 3 || parts.size() > kMostSampled || steps.back().cost < kCostlyJoins) return steps;
    JoinSamples samples(snapshot_, parts);
    return order_joins(parts, costs, look, &samples, links);
  };
  return options_.orders ? options_.orders->order(parts, make) : make();
}

}  // namespace quadrille::query
