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

OperatorPtr Planner::join_parts(GroupParts& group, const PatternScope& scope, const VariableSet& wanted) {
  options_.watch.expect_joins(group.patterns.size() + group.tables.size());
  if (!scope.outer) merge_equal_variables(group, scope, left_variables());
  // Finds the variables that operators above, conditions or other parts read.
  std::vector<int> uses(variables_.size() + 64, 0);
  const auto count = [&](const VariableSet& set) {
    for (const VariableId variable : set.list()) {
      if (variable >= uses.size()) uses.resize(variable + 1);
      ++uses[variable];
    }
  };
  VariableSet everything;
  VariableSet outside = wanted;
  outside.add(scope.seen);
  for (const auto& condition : group.conditions) outside.add(variables_of(condition));
  const VariableSet lost_wanted = outside;
  for (const auto& [gone, kept] : group.merged) {
    if (outside.has(gone)) outside.add(group.standing_for(gone));
  }

  std::vector<JoinPart> parts;
  std::vector<OperatorPtr> tables;
  const auto variables_of_pattern = [&](const parser::TriplePattern& pattern) {
    VariableSet set;
    for (const auto* node : {&pattern.subject, &pattern.predicate, &pattern.object}) {
      if (const auto* variable = std::get_if<VariableId>(node)) set.add(*variable);
    }
    if (scope.kind == GraphScope::Kind::each) set.add(*scope.graph.variable);
    return set;
  };
  for (const auto* pattern : group.patterns)
    count(variables_of_pattern(*pattern)), everything.add(variables_of_pattern(*pattern));
  for (const auto* list : {&group.tables, &group.services}) {
    for (const auto* table : *list) count(group.scope_of_table(*table)), everything.add(group.scope_of_table(*table));
  }
  VariableSet needed = outside;
  for (const VariableId variable : everything.list()) {
    if (uses[variable] > 1) needed.add(variable);
  }
  if (scope.kind == GraphScope::Kind::each) needed.add(*scope.graph.variable);

  VariableSet table_needed = needed;  // with the names of that table
  for (const auto& [gone, kept] : group.merged) {
    if (needed.has(group.standing_for(gone))) table_needed.add(gone);
  }

  AllowedTerms allowed_terms(group.conditions, dictionary_);
  std::vector<std::optional<QuadPattern>> resolved_patterns;
  for (const auto* pattern : group.patterns) {
    options_.watch.look();
    resolved_patterns.push_back(resolve(*pattern, scope));
    if (!resolved_patterns.back()) {
      for (const auto& [gone, kept] : group.merged) everything.add(gone);
      return nothing(everything, scope);
    }
  }
  const bool small = !allowed_terms.empty() &&
                     std::any_of(resolved_patterns.begin(), resolved_patterns.end(),
                                 [&](const auto& pattern) { return AllowedTerms::has_few_rows(*pattern, counts_); });
  for (std::size_t place = 0; place < group.patterns.size(); ++place) {
    auto& resolved = resolved_patterns[place];
    allowed_terms.restrict(*resolved, small);
    JoinPart part;
    part.variables = variables_of_pattern(*group.patterns[place]);
    if (scope.kind == GraphScope::Kind::everything) {
      tables.push_back(scan_everything(*resolved));
      part.estimate.rows = tables.back()->estimated_rows;
    } else {
      tables.push_back(nullptr);
      part.pattern = *resolved;
      part.estimate = estimate_pattern(snapshot_, counts_, *resolved);
    }
    parts.push_back(std::move(part));
  }
  if (!scope.outer) group.hand_down_conditions();
  for (const auto* table : group.tables) {
    JoinPart part;
    hand_down(*table, group.conditions_of(*table));
    tables.push_back(plan_in(*table, joins_late(*table, scope.seen) ? scope.plain() : scope, table_needed));
    tables.back() = with_merged_names(std::move(tables.back()), group);
    part.variables = certain(tables.back()->schema());
    part.estimate.rows = tables.back()->estimated_rows;
    parts.push_back(std::move(part));
  }

  // The outer solutions are one more part, whose values the other parts can be looked up for.
  if (scope.outer && !parts.empty()) {
    JoinPart part;
    tables.push_back(outer_bindings(scope));
    part.variables = certain(tables.back()->schema());
    part.estimate.rows = tables.back()->estimated_rows;
    parts.push_back(std::move(part));
  }

  OperatorPtr joined;
  // Tests conditions as soon as all variables that they read are bound for good.
  const auto test_what_is_bound = [&] {
    if (group.conditions.empty()) return;
    const VariableSet bound = certain(joined->schema());
    const auto is_ready = [&](const parser::Expression& condition) {
      return !has_exists(condition) && bound.includes(variables_of(condition));
    };
    const auto first = std::find_if(group.conditions.begin(), group.conditions.end(), is_ready);
    if (first == group.conditions.end()) return;
    Conditions ready, later(std::move_iterator(group.conditions.begin()), std::move_iterator(first));
    for (auto condition = first; condition != group.conditions.end(); ++condition) {
      (is_ready(*condition) ? ready : later).push_back(std::move(*condition));
    }
    group.conditions = std::move(later);
    joined = filtered(std::move(joined), ready, scope);
  };
  const auto hash_joined = [&](OperatorPtr left, OperatorPtr right) {
    const std::vector<VariableId> keys = add_value_keys(left, right, group.conditions);
    joined = without(hash_join(JoinKind::inner, std::move(left), std::move(right)), keys);
  };
  if (!parts.empty()) {
    const std::vector<JoinLink> linked = links(group.conditions);
    std::vector<JoinStep> steps = join_steps(parts, linked);
    // Looks up the values of the other side of a join above, if that costs less.
    VariableSet bound_here;  // variables that a part may leave unbound are not bound by the left
    for (const JoinPart& part : parts) bound_here.add(part.variables);
    const VariableSet of_left = scope.outer ? VariableSet() : both(left_variables(), bound_here);
    if (!of_left.empty()) {
      JoinPart part;
      part.variables = of_left;
      part.estimate.rows = bind_join_rows_->child().estimated_rows;
      parts.push_back(std::move(part));
      const double alone = steps.back().cost, values = parts.back().estimate.rows * kDifferentValue;
      std::vector<JoinStep> with_left = join_steps(parts, linked);
      if (values + with_left.back().cost < alone / 2) {
        tables.push_back(left_values(of_left.list()));
        needed.add(of_left);
        steps = std::move(with_left);
      } else {
        parts.pop_back();
      }
    }
    const bool from_left = parts.size() > group.patterns.size() + group.tables.size();
    if (auto multiway = from_left ? std::nullopt : plan_multiway(parts, linked, steps.back().cost, outside)) {
      parts.push_back(std::move(multiway->part));
      tables.push_back(std::move(multiway->table));
      steps = std::move(multiway->steps);
    }
    // A table that costs more than the rows it is joined with is planned again for their values.
    const std::size_t first_table = group.patterns.size();
    const auto late_table = [&](const JoinStep& step, const Operator& with) -> const parser::Algebra* {
      const std::size_t number = step.part - first_table;
      if (step.part < first_table || number >= group.tables.size() || !tables[step.part]) return nullptr;
      const parser::Algebra& table = *group.tables[number];
      const bool pays = with.estimated_rows * kLateTable < estimated_work(*tables[step.part]);
      return pays && !scope.outer && !planning_late_ && may_pass_bind_join_rows(table) ? &table : nullptr;
    };
    for (std::size_t place = 0; place < steps.size(); ++place) {
      const JoinStep& step = steps[place];
      const JoinPart& part = parts[step.part];
      const auto table = [&] {
        if (!part.pattern) return std::move(tables[step.part]);
        // Prefers rows distributed by a variable that the neighbour in the join order shares, if that costs nothing.
        std::optional<VariableId> preferred;
        const JoinPart* neighbour = place > 0          ? &parts[steps[place - 1].part]
                                    : steps.size() > 1 ? &parts[steps[1].part]
                                                       : nullptr;
        if (neighbour) {
          for (const VariableId variable : part.variables.list()) {
            if (!preferred && neighbour->variables.has(variable)) preferred = variable;
          }
        }
        return scan(*part.pattern, part.estimate.rows, needed, preferred);
      };
      const bool looks_up = step.method == JoinMethod::look_up || step.method == JoinMethod::test;
      OperatorPtr tested;
      if (part.pattern && joined && (step.method == JoinMethod::test || tests_always())) {
        tested = semi_join(JoinKind::inner, joined, *part.pattern);
      }
      if (tested) {
        joined = std::move(tested);
      } else if (step.method == JoinMethod::start) {
        joined = table();
      } else if (looks_up && can_look_up(JoinKind::inner, *joined, *part.pattern)) {
        joined = index_join(JoinKind::inner, std::move(joined), *part.pattern, needed);
      } else if (const parser::Algebra* late = late_table(step, *joined)) {
        planning_late_ = true;  // once is enough: nesting it would double the planning work each time
        const PatternScope late_scope = joins_late(*late, scope.seen) ? scope.plain() : scope;
        hand_down(*late, group.conditions_of(*late));
        OperatorPtr right = with_merged_names(plan_beside(joined, *late, late_scope, table_needed), group);
        planning_late_ = false;
        hash_joined(std::move(joined), std::move(right));
      } else if (step.method == JoinMethod::hash_back) {
        OperatorPtr left = table();
        hash_joined(std::move(left), std::move(joined));
      } else {
        hash_joined(std::move(joined), table());
      }
      joined->estimated_rows = step.estimate.rows;
      options_.watch.see(*joined);
      test_what_is_bound();
    }
  } else if (group.services.empty()) {
    joined = unit(scope);
  }
  while (!group.services.empty()) {
    if (!joined) {
      joined = plan_in(group.take_service({}), scope, needed);
    } else {
      const parser::Algebra& part = group.take_service(certain(joined->schema()));
      // The graph of GRAPH ?g and the outer values are bound by then, and a service does not use them.
      const bool is_service = std::holds_alternative<parser::Service>(part.node);
      const PatternScope right_scope = is_service                     ? PatternScope{default_scope_, nullptr, {}}
                                       : joins_late(part, scope.seen) ? scope.plain()
                                                                      : scope;
      OperatorPtr right = plan_beside(joined, part, right_scope, needed);
      joined = hash_join(JoinKind::inner, std::move(joined), std::move(right));
    }
    options_.watch.see(*joined);
    test_what_is_bound();
  }
  joined = with_lost_names(std::move(joined), group, lost_wanted);
  return filtered(std::move(joined), group.conditions, scope);
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
