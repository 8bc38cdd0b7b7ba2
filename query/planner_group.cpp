// The parts of a group graph pattern and their joins.

#include <fmt/format.h>

#include <algorithm>

#include "query/exchange_operator.hpp"
#include "query/filter.hpp"
#include "query/index_join.hpp"
#include "query/join_order.hpp"
#include "query/join_samples.hpp"
#include "query/late_join.hpp"
#include "query/look_up.hpp"
#include "query/planner.hpp"
#include "query/term_ranges.hpp"
#include "query/values_table.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMostRanges = 64;  // of terms that a scan reads apart
// Joins for which some rows are looked up to know how many meet (JoinSamples): some tenths of a millisecond.
constexpr double kCostlyJoins = 2e6;  // in units of join_order.cpp: 5 ms
constexpr std::size_t kMostSampled = 7;
constexpr double kDifferentValue = 10;  // to find them, in units of join_order.cpp, a row
constexpr double kLateTable = 8;  // rows that a table makes for one that it is joined with, so that it pays to wait

// Of an operator and all below it, as estimated.
double rows_of_all(const Operator& table) {
  double rows = table.estimated_rows;
  for (const Operator* child : table.children()) rows += rows_of_all(*child);
  return rows;
}

VariableSet certain(const Schema& schema) {
  VariableSet set;
  for (const ColumnInfo& column : schema.columns) {
    if (!column.maybe_unbound) set.add(column.variable);
  }
  return set;
}

// Patterns and joins of patterns: everything in them is bound in every solution.
bool only_patterns(const parser::Algebra& algebra) {
  if (std::holds_alternative<parser::Bgp>(algebra.node)) return true;
  const auto* join = std::get_if<parser::Join>(&algebra.node);
  return join && only_patterns(*join->left) && only_patterns(*join->right);
}

void split_conjunction(const parser::Expression& expression, std::vector<parser::Expression>& out) {
  if (expression.kind == parser::ExpressionKind::logical_and) {
    for (const parser::Expression& argument : expression.arguments) split_conjunction(argument, out);
  } else {
    out.push_back(expression);
  }
}

}  // namespace

// What a group is made of before it is ordered.
struct Planner::GroupParts {
  std::vector<const parser::TriplePattern*> patterns;
  std::vector<const parser::Algebra*> tables;
  std::vector<const parser::Algebra*> services;  // tables that ask services: joined after the others
  Conditions conditions;

  void collect(const parser::Algebra& algebra, bool outermost) {
    if (const auto* bgp = std::get_if<parser::Bgp>(&algebra.node)) {
      for (const auto& pattern : bgp->patterns) patterns.push_back(&pattern);
    } else if (const auto* join = std::get_if<parser::Join>(&algebra.node)) {
      collect(*join->left, false);
      collect(*join->right, false);
    } else if (const auto* filter = std::get_if<parser::Filter>(&algebra.node);
               filter && may_lift(*filter, outermost)) {
      for (const auto& condition : filter->conditions) split_conjunction(condition, conditions);
      collect(*filter->child, outermost);
    } else {
      (asks_services(algebra) ? services : tables).push_back(&algebra);
    }
  }

  // The next one of `services` to be joined, which goes: with an endpoint that is known by now, if there is one.
  const parser::Algebra& take_service(const VariableSet& bound) {
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

  // A FILTER sees the variables of its own group alone. It may be tested with the whole join if all that it looks at is
  // bound in its group anyway.
  static bool may_lift(const parser::Filter& filter, bool outermost) {
    if (outermost) return true;
    if (!only_patterns(*filter.child)) return false;
    const VariableSet scope = scope_of(*filter.child);
    return std::all_of(filter.conditions.begin(), filter.conditions.end(), [&](const auto& condition) {
      return !has_exists(condition) && scope.includes(variables_of(condition));
    });
  }
};

OperatorPtr Planner::plan_join_group(const parser::Algebra& algebra, const PatternScope& scope,
                                     const VariableSet& wanted) {
  GroupParts parts;
  parts.collect(algebra, true);
  return join_parts(parts, scope, wanted);
}

OperatorPtr Planner::join_parts(GroupParts& group, const PatternScope& scope, const VariableSet& wanted) {
  options_.watch.expect_joins(group.patterns.size() + group.tables.size());
  // Every variable that somebody above, a condition or another part looks at.
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
    for (const auto* table : *list) count(scope_of(*table)), everything.add(scope_of(*table));
  }
  VariableSet needed = outside;
  for (const VariableId variable : everything.list()) {
    if (uses[variable] > 1) needed.add(variable);
  }
  if (scope.kind == GraphScope::Kind::each) needed.add(*scope.graph.variable);

  for (const auto* pattern : group.patterns) {
    options_.watch.look();
    auto resolved = resolve(*pattern, scope);
    if (!resolved) return nothing(everything, scope);
    restrict(*resolved, group.conditions);
    JoinPart part;
    part.variables = variables_of_pattern(*pattern);
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
  for (const auto* table : group.tables) {
    JoinPart part;
    tables.push_back(plan_in(*table, joins_late(*table, scope.seen) ? scope.plain() : scope, needed));
    part.variables = certain(tables.back()->schema());
    part.estimate.rows = tables.back()->estimated_rows;
    parts.push_back(std::move(part));
  }

  // The outer solutions are one part more, which the others can be looked up for.
  if (scope.outer && !parts.empty()) {
    JoinPart part;
    tables.push_back(outer_bindings(scope));
    part.variables = certain(tables.back()->schema());
    part.estimate.rows = tables.back()->estimated_rows;
    parts.push_back(std::move(part));
  }

  OperatorPtr joined;
  // Conditions as soon as all that they look at is bound for good.
  const auto test_what_is_bound = [&] {
    const VariableSet bound = certain(joined->schema());
    Conditions ready, later;
    for (auto& condition : group.conditions) {
      const bool now = !has_exists(condition) && bound.includes(variables_of(condition));
      (now ? ready : later).push_back(std::move(condition));
    }
    group.conditions = std::move(later);
    if (!ready.empty()) joined = filtered(std::move(joined), ready, scope);
  };
  if (!parts.empty()) {
    const JoinCosts costs = is_apart() ? JoinCosts::apart() : JoinCosts{false, 0, snapshot_.version() == 0};
    const auto look = [this] { options_.watch.look(); };
    const auto made = [&] {
      std::vector<JoinStep> steps = order_joins(parts, costs, look);
      if (is_apart() || parts.size() < 3 || parts.size() > kMostSampled || steps.back().cost < kCostlyJoins)
        return steps;
      JoinSamples samples(snapshot_, parts);
      return order_joins(parts, costs, look, &samples);
    };
    const auto order = [&] { return options_.orders ? options_.orders->order(parts, made) : made(); };
    std::vector<JoinStep> steps = order();
    // For what the other side of a join above binds, if that costs less.
    const VariableSet of_left = scope.outer ? VariableSet() : both(left_variables(), everything);
    if (!of_left.empty()) {
      JoinPart part;
      part.variables = of_left;
      part.estimate.rows = left_rows_->child().estimated_rows;
      parts.push_back(std::move(part));
      const double alone = steps.back().cost, values = parts.back().estimate.rows * kDifferentValue;
      std::vector<JoinStep> with_left = order();
      if (values + with_left.back().cost < alone / 2) {
        tables.push_back(left_values(of_left.list()));
        needed.add(of_left);
        steps = std::move(with_left);
      } else {
        parts.pop_back();
      }
    }
    // A table that costs more than what it will be joined with: it is planned anew for that.
    const std::size_t first_table = group.patterns.size();
    const auto late_table = [&](const JoinStep& step, const Operator& with) -> const parser::Algebra* {
      const std::size_t number = step.part - first_table;
      if (step.part < first_table || number >= group.tables.size() || !tables[step.part]) return nullptr;
      const parser::Algebra& table = *group.tables[number];
      const bool pays = with.estimated_rows * kLateTable < rows_of_all(*tables[step.part]);
      return pays && !scope.outer && may_pass_left_rows(table) ? &table : nullptr;
    };
    for (std::size_t place = 0; place < steps.size(); ++place) {
      const JoinStep& step = steps[place];
      const JoinPart& part = parts[step.part];
      const auto table = [&] {
        if (!part.pattern) return std::move(tables[step.part]);
        // Spread by a variable that the neighbour in the order shares, where that costs nothing.
        std::optional<VariableId> preferred;
        const JoinPart* neighbour = place > 0          ? &parts[steps[place - 1].part]
                                    : steps.size() > 1 ? &parts[steps[1].part]
                                                       : nullptr;
        if (neighbour) {
          for (const VariableId variable : part.variables.list()) {
            if (!preferred && neighbour->variables.has(variable)) preferred = variable;
          }
        }
        return scan(*part.pattern, needed, preferred);
      };
      if (step.method == JoinMethod::start) {
        joined = table();
      } else if (step.method == JoinMethod::look_up && can_look_up(JoinKind::inner, *joined, *part.pattern)) {
        joined = index_join(JoinKind::inner, std::move(joined), *part.pattern, needed);
      } else if (const parser::Algebra* late = late_table(step, *joined)) {
        OperatorPtr right = plan_beside(joined, *late, joins_late(*late, scope.seen) ? scope.plain() : scope, needed);
        joined = hash_join(JoinKind::inner, std::move(joined), std::move(right));
      } else if (step.method == JoinMethod::hash_back) {
        OperatorPtr right = table();
        joined = hash_join(JoinKind::inner, std::move(right), std::move(joined));
      } else {
        joined = hash_join(JoinKind::inner, std::move(joined), table());
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
      // The graph of GRAPH ?g and what is outside are bound by then, and a service does not look at them.
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
  return filtered(std::move(joined), group.conditions, scope);
}

// A pattern's rows are of no use where a condition on one of its variables alone does not hold.
void Planner::restrict(QuadPattern& pattern, const Conditions& conditions) const {
  for (std::size_t place = 0; place < pattern.slots.size(); ++place) {
    const auto& variable = pattern.slots[place].variable;
    if (!variable) continue;
    std::optional<TermRanges> allowed;
    for (const auto& condition : conditions) {
      if (has_exists(condition)) continue;
      const auto ranges = ranges_of(condition, *variable, dictionary_);
      if (ranges) allowed = allowed ? intersection(*allowed, *ranges) : *ranges;
    }
    if (allowed && allowed->size() > kMostRanges) *allowed = {{allowed->front().first, allowed->back().last, false}};
    if (allowed) pattern.ranges[place] = std::make_shared<const TermRanges>(std::move(*allowed));
  }
}

OperatorPtr Planner::plan_left_join(const parser::LeftJoin& join, const PatternScope& scope,
                                    const VariableSet& wanted) {
  VariableSet needed = wanted;
  needed.add(scope.seen);
  Conditions conditions;
  for (const auto& condition : join.conditions) {
    needed.add(variables_of(condition));
    split_conjunction(condition, conditions);
  }
  VariableSet left_wanted = needed, right_wanted = needed;
  left_wanted.add(scope_of(*join.right));
  right_wanted.add(scope_of(*join.left));
  OperatorPtr left = plan_in(*join.left, scope, left_wanted);
  const auto* bgp = std::get_if<parser::Bgp>(&join.right->node);
  if (bgp) left = keyed(std::move(left), scope);
  if (bgp && bgp->patterns.size() == 1 && conditions.empty() && scope.kind != GraphScope::Kind::everything) {
    const auto pattern = resolve(bgp->patterns.front(), scope);
    if (pattern && can_look_up(JoinKind::left, *left, *pattern) &&
        left->estimated_rows * 4 < estimate_pattern(snapshot_, counts_, *pattern).rows) {
      return index_join(JoinKind::left, std::move(left), *pattern, right_wanted);
    }
  }
  const PatternScope right_scope = joins_late(*join.right, scope.seen) ? scope.plain() : scope;
  OperatorPtr right = plan_beside(left, *join.right, right_scope, right_wanted);
  left = keyed_as(*right, std::move(left), scope);
  // What looks at the right side alone is tested there.
  VariableSet bindable = certain(right->schema());
  const VariableSet right_certain = bindable;
  for (const Operator* side : {left.get(), right.get()}) {
    for (const ColumnInfo& column : side->schema().columns) bindable.add(column.variable);
  }
  Conditions of_right, of_both;
  for (auto& condition : conditions) {
    const VariableSet looked_at = variables_of(condition);
    const VariableSet seen = has_exists(condition) ? both(looked_at, bindable) : looked_at;
    (right_certain.includes(seen) ? of_right : of_both).push_back(std::move(condition));
  }
  right = filtered(std::move(right), of_right, right_scope);
  if (std::any_of(of_both.begin(), of_both.end(), has_exists)) {
    return plan_left_join_by_pairs(std::move(left), std::move(right), of_both, scope);
  }
  const double rows = left->estimated_rows;
  OperatorPtr joined = hash_join(JoinKind::left, std::move(left), std::move(right), {std::move(of_both), 0, {}});
  joined->estimated_rows = std::max(rows, joined->estimated_rows);
  return joined;
}

OperatorPtr Planner::plan_minus(const parser::Minus& minus, const PatternScope& scope, const VariableSet& wanted) {
  const VariableSet right_scope = scope_of(*minus.right);
  const VariableSet shared = both(scope_of(*minus.left), right_scope);
  if (shared.empty()) return plan_in(*minus.left, scope, wanted);
  VariableSet left_wanted = wanted, right_wanted = scope_of(*minus.left);
  left_wanted.add(right_scope);
  right_wanted.add(scope.seen);
  OperatorPtr left = plan_in(*minus.left, scope, left_wanted);
  const bool late = joins_late(*minus.right, scope.seen) && certain_in(*minus.right).includes(both(shared, scope.seen));
  OperatorPtr right = plan_beside(left, *minus.right, late ? scope.plain() : scope, right_wanted);
  left = keyed_as(*right, std::move(left), scope);
  const double rows = left->estimated_rows;
  OperatorPtr rest = hash_join(JoinKind::minus, std::move(left), std::move(right), {{}, 0, shared});
  rest->estimated_rows = rows;
  return rest;
}

bool Planner::can_look_up(JoinKind kind, const Operator& left, const QuadPattern& pattern) const {
  std::vector<VariableId> bound;
  for (const VariableId variable : pattern.variables()) {
    const auto column = left.schema().column_of(variable);
    if (!column) continue;
    if (left.schema().columns[*column].maybe_unbound) return false;
    bound.push_back(variable);
  }
  if (bound.empty()) return false;
  return !is_apart() ||
         look_up_by_owner(snapshot_, pattern, bound, {}, left.schema().distribution, kind == JoinKind::inner);
}

OperatorPtr Planner::index_join(JoinKind kind, OperatorPtr left, const QuadPattern& pattern,
                                const VariableSet& wanted) const {
  std::vector<VariableId> bound, outputs;
  for (const VariableId variable : pattern.variables()) {
    if (left->schema().has(variable)) {
      bound.push_back(variable);
    } else if (wanted.has(variable)) {
      outputs.push_back(variable);
    }
  }
  left = canonical(std::move(left), bound);
  const double rows = left->estimated_rows;
  AccessPath path;
  if (is_apart()) {
    LookUp way =
        *look_up_by_owner(snapshot_, pattern, bound, outputs, left->schema().distribution, kind == JoinKind::inner);
    if (way.heavy_everywhere) {
      left = Exchange::with_heavy_everywhere(std::move(left), way.at);
      left->estimated_rows = rows;
    } else {
      left = moved(std::move(left), Distribution::by(way.at));
    }
    path = std::move(way.path);
  } else {
    path = look_up_path(pattern, bound, outputs);
  }
  auto made = std::make_unique<IndexJoin>(kind, std::move(left), std::move(path));
  made->estimated_rows = rows;
  return made;
}

// Moves rows so that those that agree on the shared variables are on one image. Where all images read each other's
// memory the left stays where it is: then the variable is given by which the right lies in parts.
std::optional<VariableId> Planner::meet(OperatorPtr& left, OperatorPtr& right) const {
  const Schema &l = left->schema(), &r = right->schema();
  if (options_.team_size == 1) return std::nullopt;
  if (l.distribution == Distribution::first() && r.distribution == Distribution::first()) return std::nullopt;
  const JoinShape shape(l, r);
  if (shape.keys.empty() || right->estimated_rows < kReplicateRows) {
    right = moved(std::move(right), Distribution::replicated());
    return std::nullopt;
  }
  const auto spread_by_key = [&](const Schema& schema) -> std::optional<VariableId> {
    if (schema.distribution.kind != Distribution::Kind::by) return std::nullopt;
    for (const auto& [lc, rc] : shape.keys) {
      if (l.columns[lc].variable == schema.distribution.variable) return schema.distribution.variable;
    }
    return std::nullopt;
  };
  const std::optional<VariableId> of_left = spread_by_key(l), of_right = spread_by_key(r);
  const bool in_parts = !is_apart() && shape.loose.empty() && (!of_left || (of_right && of_right != of_left));
  const VariableId variable = in_parts && of_right ? *of_right
                              : of_left            ? *of_left
                              : of_right           ? *of_right
                                                   : l.columns[shape.keys.front().first].variable;
  right = moved(std::move(right), Distribution::by(variable));
  if (in_parts) return variable;
  left = moved(std::move(left), Distribution::by(variable));
  return std::nullopt;
}

OperatorPtr Planner::hash_join(JoinKind kind, OperatorPtr left, OperatorPtr right, JoinDetails details) const {
  std::vector<VariableId> shared;
  for (const ColumnInfo& column : left->schema().columns) {
    if (right->schema().has(column.variable)) shared.push_back(column.variable);
  }
  left = canonical(std::move(left), shared);
  right = canonical(std::move(right), shared);
  details.parts_by = meet(left, right);
  Estimate a, b;
  a.rows = left->estimated_rows;
  b.rows = right->estimated_rows;
  const double rows = estimate_join(a, b, shared).rows;
  const auto read = wanted_texts(details.conditions, kBooleanKinds, {left.get(), right.get()});
  left = readable(std::move(left), read);
  right = readable(std::move(right), read, Texts::for_good);
  auto joined = std::make_unique<HashJoin>(kind, std::move(left), std::move(right), std::move(details));
  joined->estimated_rows = rows;
  return joined;
}

}  // namespace quadrille::query
