// The joins of two sides: OPTIONAL, MINUS, the join operators, and the movement of rows to a common image.

#include <algorithm>

#include "query/index/look_up.hpp"
#include "query/joins/index_join.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/plan/join_order.hpp"
#include "query/plan/late_join.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

VariableSet certain(const Schema& schema) {
  VariableSet set;
  for (const ColumnInfo& column : schema.columns) {
    if (!column.maybe_unbound) set.add(column.variable);
  }
  return set;
}

void split_conjunction(const parser::Expression& expression, std::vector<parser::Expression>& out) {
  if (expression.kind == parser::ExpressionKind::logical_and) {
    for (const parser::Expression& argument : expression.arguments) split_conjunction(argument, out);
  } else {
    out.push_back(expression);
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
  // Conditions on the right side alone are tested there.
  Conditions inside;
  for (auto& condition : conditions) {
    if (may_hand_down(*join.right, condition)) inside.push_back(condition);
  }
  std::erase_if(conditions, [&](const auto& condition) { return may_hand_down(*join.right, condition); });
  OperatorPtr right = plan_beside(left, *join.right, std::move(inside), right_scope, right_wanted);
  left = keyed_as(*right, std::move(left), scope);
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
  const std::vector<VariableId> value_keys = add_value_keys(left, right, of_both);
  OperatorPtr joined = hash_join(JoinKind::left, std::move(left), std::move(right), {std::move(of_both), 0, {}});
  joined->estimated_rows = std::max(rows, joined->estimated_rows);
  return without(std::move(joined), value_keys);
}

OperatorPtr Planner::plan_minus(const parser::Minus& minus, const PatternScope& scope, const VariableSet& wanted) {
  const VariableSet right_scope = scope_of(*minus.right);
  const VariableSet shared = both(scope_of(*minus.left), right_scope);
  if (shared.empty()) return plan_in(*minus.left, scope, wanted);
  VariableSet left_wanted = wanted, right_wanted = scope_of(*minus.left);
  left_wanted.add(right_scope);
  right_wanted.add(scope.seen);
  OperatorPtr left = plan_in(*minus.left, scope, left_wanted);
  if (OperatorPtr rest = tested_minus(minus, left, shared, scope)) return rest;
  const bool late = joins_late(*minus.right, scope.seen) && certain_in(*minus.right).includes(both(shared, scope.seen));
  OperatorPtr right = plan_beside(left, *minus.right, late ? scope.plain() : scope, right_wanted);
  left = keyed_as(*right, std::move(left), scope);
  const double rows = left->estimated_rows;
  OperatorPtr rest = hash_join(JoinKind::minus, std::move(left), std::move(right), {{}, 0, shared});
  rest->estimated_rows = rows;
  return rest;
}

// MINUS of one pattern that has the shared variables, all of which every left row binds: then compatible rows always
// share a binding.
OperatorPtr Planner::tested_minus(const parser::Minus& minus, OperatorPtr& left, const VariableSet& shared,
                                  const PatternScope& scope) const {
  const auto* bgp = std::get_if<parser::Bgp>(&minus.right->node);
  if (!bgp || bgp->patterns.size() != 1 || !scope.keys().empty() || !scope.seen.empty()) return nullptr;
  if (scope.kind == GraphScope::Kind::everything || !certain(left->schema()).includes(shared)) return nullptr;
  const auto pattern = resolve(bgp->patterns.front(), scope);
  if (!pattern || !pays_to_test(*left, *pattern)) return nullptr;
  const double rows = left->estimated_rows;
  OperatorPtr rest = semi_join(JoinKind::anti, left, *pattern);
  if (rest) rest->estimated_rows = rows;
  return rest;
}

bool Planner::can_look_up(JoinKind kind, const Operator& left, const QuadPattern& pattern) const {
  Few<VariableId, 4> bound;
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
  Few<VariableId, 4> bound, outputs;
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
    // If a row has at most one match, there may be a path whose keys can be merged or tested by a bitmap.
    const bool is_test = kind == JoinKind::inner ? bound.size() == pattern.variables().size() : kind != JoinKind::left;
    if (auto test = is_test ? test_by_owner(snapshot_, pattern, bound) : std::nullopt; test && test->at == way.at) {
      way = std::move(*test);
    }
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
// memory, the left is not moved: then the result is the variable by which the right is divided into parts.
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
