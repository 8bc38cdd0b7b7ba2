// Uses conditions that two expressions are equal as joins. If equal values are always the same term, one variable
// replaces both in the whole group, and every kind of join is possible. Else both tables get a column with a key of
// the value and are hash joined by it; the condition is tested on the pairs.

#include <algorithm>

#include "query/joins/value_keys.hpp"
#include "query/operators/project.hpp"
#include "query/plan/group_parts.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

constexpr double kFilterRow = 4;     // to test a condition, in units of join_order.cpp
constexpr double kSearchPays = 0.7;  // of the cost without it

// Terms that may equal another term: numbers, booleans, times, durations.
std::shared_ptr<const TermRanges> terms_with_values() {
  static const auto ranges = std::make_shared<const TermRanges>(
      TermRanges{{Huri::make(HuriKind::integer, 0), Huri(Huri::make(HuriKind::triple_term, 0).bits() - 1), false}});
  return ranges;
}

VariableSet variables_of(const parser::TriplePattern& pattern) {
  VariableSet set;
  for (const auto* node : {&pattern.subject, &pattern.predicate, &pattern.object}) {
    if (const auto* variable = std::get_if<VariableId>(node)) set.add(*variable);
  }
  return set;
}

// True if the variables have their values in the rows of `schema`. A variable that is unbound there may be bound by a
// part that is joined later, and then fulfil a condition without having a key here.
bool stands_in(const Schema& schema, const Schema& other, const VariableSet& variables) {
  const VariableSet here = certain(schema), there = certain(other);
  const auto list = variables.list();
  return std::all_of(list.begin(), list.end(), [&](VariableId variable) {
    return here.has(variable) && (!other.has(variable) || there.has(variable));
  });
}

bool share_a_variable(const Schema& a, const Schema& b) {
  return std::any_of(a.columns.begin(), a.columns.end(),
                     [&](const ColumnInfo& column) { return b.has(column.variable); });
}

}  // namespace

// True if a pattern ensures that the variable is never a term that equals another one.
bool Planner::has_no_values(const parser::TriplePattern& pattern, VariableId variable, const GraphScope& scope) {
  const auto is_it = [&](const parser::Node& node) {
    const auto* found = std::get_if<VariableId>(&node);
    return found && *found == variable;
  };
  if (is_it(pattern.subject) || is_it(pattern.predicate)) return true;
  if (!is_it(pattern.object) || scope.kind == GraphScope::Kind::everything) return false;
  auto resolved = resolve(pattern, scope);
  if (!resolved || resolved->slots[1].variable) return false;
  resolved->ranges[2] = terms_with_values();
  const AccessPath* best = nullptr;
  const std::vector<AccessPath> paths = access_paths(*resolved, {}, {});
  for (const AccessPath& path : paths) {
    if (path.ranges && (!best || path.prefix.size() > best->prefix.size())) best = &path;
  }
  return best && counts_.has_none(*best);
}

void Planner::merge_equal_variables(GroupParts& group, const PatternScope& scope, const VariableSet& bound_beside) {
  const auto find_mergeable = [&]() -> std::optional<std::size_t> {
    for (std::size_t place = 0; place < group.conditions.size(); ++place) {
      const auto equality = equality_of(group.conditions[place]);
      if (equality && equality->of_variables() && can_merge(group, *equality, scope)) return place;
    }
    return std::nullopt;
  };
  while (const auto place = find_mergeable()) {
    const Equality equality = *equality_of(group.conditions[*place]);
    VariableId kept = equality.first->variable, gone = equality.second->variable;
    if (bound_beside.has(gone) && !bound_beside.has(kept)) std::swap(kept, gone);
    group.conditions.erase(group.conditions.begin() + static_cast<std::ptrdiff_t>(*place));
    group.merge(kept, gone);
  }
}

bool Planner::can_merge(const GroupParts& group, const Equality& equality, const PatternScope& scope) {
  const VariableId first = equality.first->variable, second = equality.second->variable;
  if (scope.seen.has(first) || scope.seen.has(second)) return false;
  std::vector<VariableSet> parts;
  VariableSet bound;
  bool same_term = equality.by == KeyBy::term;
  for (const auto* pattern : group.patterns) {
    parts.push_back(variables_of(*pattern));
    bound.add(parts.back());
  }
  for (const auto* table : group.tables) {
    parts.push_back(group.scope_of_table(*table));
    if (parts.back().has(first) && parts.back().has(second)) return false;
    for (const VariableId variable : certain_in(*table).list()) bound.add(group.standing_for(variable));
  }
  for (const auto* service : group.services) {
    const VariableSet asked = group.scope_of_table(*service);
    if (asked.has(first) || asked.has(second)) return false;
  }
  if (!bound.has(first) || !bound.has(second)) return false;
  for (const auto* pattern : group.patterns) {
    for (const VariableId variable : {first, second}) {
      same_term = same_term || has_no_values(*pattern, variable, scope);
    }
  }
  for (const auto* table : group.tables) {
    for (const VariableId variable : certain_in(*table).list()) {
      const VariableId name = group.standing_for(variable);
      same_term = same_term || ((name == first || name == second) && is_never_literal(*table, variable));
    }
  }
  if (!same_term) return false;
  VariableSet reached;
  reached.add(first);
  for (bool more = true; more;) {
    more = false;
    for (const VariableSet& part : parts) {
      if (part.meets(reached) && !reached.includes(part)) reached.add(part), more = true;
    }
  }
  return !reached.has(second) || costs_less_merged(group, first, second, scope);
}

// For patterns that are connected without the condition as well: two keys are searched one by one, so joining by them
// pays only if it saves rows.
bool Planner::costs_less_merged(const GroupParts& group, VariableId kept, VariableId gone, const PatternScope& scope) {
  if (!group.tables.empty() || !group.services.empty() || scope.kind == GraphScope::Kind::everything) return false;
  std::vector<JoinPart> apart, together;
  for (const auto* pattern : group.patterns) {
    parser::TriplePattern changed = *pattern;
    replace_variable(changed, gone, kept);
    const auto add = [&](std::vector<JoinPart>& parts, const parser::TriplePattern& shape) {
      const auto resolved = resolve(shape, scope);
      if (resolved) parts.push_back({*resolved, estimate_pattern(snapshot_, counts_, *resolved), variables_of(shape)});
      return resolved.has_value();
    };
    if (!add(apart, *pattern) || !add(together, changed)) return false;
  }
  const auto look = [this] { options_.watch.look(); };
  const JoinCosts costs = is_apart() ? join_costs() : JoinCosts{};
  const JoinStep without = order_joins(apart, costs, look).back();
  return order_joins(together, costs, look).back().cost <
         kSearchPays * (without.cost + without.estimate.rows * kFilterRow);
}

OperatorPtr Planner::with_merged_names(OperatorPtr table, const GroupParts& group) const {
  bool changes = false;
  std::vector<std::pair<VariableId, VariableId>> columns;
  for (const ColumnInfo& column : table->schema().columns) {
    columns.emplace_back(group.standing_for(column.variable), column.variable);
    changes = changes || columns.back().first != column.variable;
  }
  if (!changes) return table;
  const double rows = table->estimated_rows;
  auto renamed = std::make_unique<Project>(std::move(table), std::move(columns));
  renamed->estimated_rows = rows;
  return renamed;
}

// Adds the replaced variables that operators above need.
OperatorPtr Planner::with_lost_names(OperatorPtr joined, const GroupParts& group, const VariableSet& wanted) const {
  std::vector<std::pair<VariableId, VariableId>> columns;
  for (const ColumnInfo& column : joined->schema().columns) columns.emplace_back(column.variable, column.variable);
  const std::size_t before = columns.size();
  for (const auto& [gone, kept] : group.merged) {
    if (wanted.has(gone)) columns.emplace_back(gone, group.standing_for(gone));
  }
  if (columns.size() == before) return joined;
  const double rows = joined->estimated_rows;
  auto complete = std::make_unique<Project>(std::move(joined), std::move(columns));
  complete->estimated_rows = rows;
  return complete;
}

std::vector<JoinLink> Planner::links(const Conditions& conditions) {
  std::vector<JoinLink> links;
  for (const parser::Expression& condition : conditions) {
    if (const auto equality = equality_of(condition)) links.push_back(equality->link());
  }
  return links;
}

std::vector<VariableId> Planner::add_value_keys(OperatorPtr& left, OperatorPtr& right, const Conditions& conditions) {
  std::vector<VariableId> keys;
  if (share_a_variable(left->schema(), right->schema())) return keys;
  for (const parser::Expression& condition : conditions) {
    const auto equality = equality_of(condition);
    if (!equality) continue;
    const auto stand = [&](const VariableSet& of_left, const VariableSet& of_right) {
      return stands_in(left->schema(), right->schema(), of_left) &&
             stands_in(right->schema(), left->schema(), of_right);
    };
    const bool straight = stand(equality->of_first, equality->of_second);
    if (!straight && !stand(equality->of_second, equality->of_first)) continue;
    const VariableId key = new_variable(".key" + std::to_string(variables_.size()));
    const auto add = [&](OperatorPtr& side, ValueKeys::Side which, const parser::Expression& of) {
      if (equality->by != KeyBy::text) side = canonical(std::move(side), std::span(&of.variable, 1));
      const double rows = side->estimated_rows;
      const auto read = wanted_texts({of}, ValueKeys::read_kinds(equality->by), {side.get()});
      side = readable(std::move(side), read);
      side = std::make_unique<ValueKeys>(std::move(side), which, of, equality->by, key);
      side->estimated_rows = rows;
    };
    add(left, ValueKeys::Side::left, straight ? *equality->first : *equality->second);
    add(right, ValueKeys::Side::right, straight ? *equality->second : *equality->first);
    keys.push_back(key);
  }
  return keys;
}

OperatorPtr Planner::without(OperatorPtr child, const std::vector<VariableId>& variables) const {
  if (variables.empty()) return child;
  std::vector<VariableId> columns;
  for (const ColumnInfo& column : child->schema().columns) {
    if (std::find(variables.begin(), variables.end(), column.variable) == variables.end()) {
      columns.push_back(column.variable);
    }
  }
  const double rows = child->estimated_rows;
  auto projected = std::make_unique<Project>(std::move(child), columns);
  projected->estimated_rows = rows;
  return projected;
}

}  // namespace quadrille::query
