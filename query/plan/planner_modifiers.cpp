// Extend, Group and the solution modifiers.

#include <algorithm>

#include "query/operators/exchange_operator.hpp"
#include "query/operators/extend.hpp"
#include "query/operators/group.hpp"
#include "query/operators/project.hpp"
#include "query/operators/slice.hpp"
#include "query/operators/slice_each.hpp"
#include "query/operators/sort.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

// COUNT(?v) of a variable that every solution binds is COUNT(*), which reads no column.
bool counts_every_row(const parser::Group::Output& output, const VariableSet& bound) {
  return output.aggregate.kind == parser::AggregateKind::count && !output.aggregate.distinct &&
         output.arguments.size() == 1 && output.arguments.front().kind == parser::ExpressionKind::variable &&
         bound.has(output.arguments.front().variable);
}

}  // namespace

OperatorPtr Planner::plan_extend(const parser::Extend& extend, const PatternScope& scope, const VariableSet& wanted) {
  VariableSet own;
  own.add(extend.variable);
  if (scope.seen.meets(own)) {  // computed without the outer value, then compared with it
    VariableSet compared = wanted;
    compared.add(own);
    return with_outer_bindings(plan_extend(extend, scope.hiding(own), compared), scope);
  }
  VariableSet inside = wanted;
  inside.add(variables_of(extend.expression));
  OperatorPtr child = plan_in(*extend.child, scope, inside);
  if (!wanted.has(extend.variable)) return child;
  parser::Expression expression = without_exists(extend.expression, child, scope);
  const double rows = child->estimated_rows;
  const auto read = wanted_texts({expression}, kNothing, {child.get()});
  child = readable(std::move(child), read);
  auto extended = std::make_unique<Extend>(std::move(child), extend.variable, std::move(expression));
  extended->estimated_rows = rows;
  return extended;
}

// The variables whose equal values should be adjacent: the keys of a group, and each value that DISTINCT compares in
// it.
std::vector<std::vector<VariableId>> Planner::wanted_together(const std::vector<VariableId>& keys,
                                                              const std::vector<parser::Group::Output>& outputs) {
  std::vector<std::vector<VariableId>> wanted;
  if (!keys.empty()) wanted.push_back(keys);
  for (const auto& output : outputs) {
    if (!output.aggregate.distinct || output.arguments.empty()) continue;
    const parser::Expression& value = output.arguments.front();
    if (value.kind != parser::ExpressionKind::variable) continue;
    wanted.push_back(keys);
    wanted.back().push_back(value.variable);
  }
  return wanted;
}

OperatorPtr Planner::plan_together(const parser::Algebra& algebra, const PatternScope& scope, const VariableSet& wanted,
                                   std::vector<std::vector<VariableId>> together) {
  std::swap(together_, together);
  OperatorPtr child = plan_in(algebra, scope, wanted);
  std::swap(together_, together);
  return child;
}

// The only variable that all DISTINCT compare.
std::optional<VariableId> Planner::only_value(const std::vector<parser::Group::Output>& outputs, const Schema& schema) {
  std::optional<VariableId> value;
  for (const auto& output : outputs) {
    if (!output.aggregate.distinct) continue;
    if (output.arguments.empty()) return std::nullopt;
    const VariableId variable = output.arguments.front().variable;
    if (!schema.has(variable) || (value && *value != variable)) return std::nullopt;
    value = variable;
  }
  return value;
}

// What a GROUP BY reads of its child, and makes of it.
struct Planner::GroupColumns {
  VariableSet wanted;
  std::vector<VariableId> keys;      // with one for each graph and each outer solution: each has its own groups
  std::vector<VariableId> solution;  // that COUNT(DISTINCT *) compares
  std::vector<parser::Group::Output> outputs;
  bool any_distinct = false;
};

Planner::GroupColumns Planner::group_columns(const parser::Group& group, const PatternScope& scope) const {
  GroupColumns columns;
  for (const auto& key : group.keys) {
    columns.keys.push_back(key.variable);
    key.expression ? columns.wanted.add(variables_of(*key.expression)) : columns.wanted.add(key.variable);
  }
  for (const VariableId key : scope.keys()) columns.keys.push_back(key), columns.wanted.add(key);
  columns.outputs = group.outputs;
  const VariableSet bound = certain_in(*group.child);
  for (auto& output : columns.outputs) {
    if (counts_every_row(output, bound)) {
      output.arguments.clear();
      output.aggregate.star = true;
    }
    for (const auto& argument : output.arguments) columns.wanted.add(variables_of(argument));
    if (output.aggregate.star && output.aggregate.distinct && columns.solution.empty()) {
      for (const VariableId variable : scope_of(*group.child).list()) {
        if (is_named(variable)) columns.solution.push_back(variable), columns.wanted.add(variable);
      }
    }
    columns.any_distinct = columns.any_distinct || output.aggregate.distinct;
  }
  return columns;
}

OperatorPtr Planner::plan_group(const parser::Group& group, const PatternScope& scope) {
  VariableSet made;
  for (const auto& key : group.keys) {
    if (key.expression) made.add(key.variable);
  }
  for (const auto& output : group.outputs) made.add(output.variable);
  if (scope.seen.meets(made)) return with_outer_bindings(plan_group(group, scope.hiding(made)), scope);
  GroupColumns columns = group_columns(group, scope);
  OperatorPtr child = plan_grouped_keys(group, columns.outputs, scope);
  if (!child) {
    const auto together = wanted_together(columns.keys, columns.outputs);
    child = keyed(plan_together(*group.child, scope, columns.wanted, together), scope);
  }
  child = with_group_terms(std::move(child), group, columns, scope);
  const double rows = child->estimated_rows;
  Group::Always always;  // each graph and each outer solution has its group, even if it has no solution
  if (group.implicit && !scope.keys().empty()) always.of = unit(scope);
  const bool merge = spread_groups(child, always.of, group, columns);
  WantedTexts::Kinds read;
  for (const auto& output : columns.outputs) {
    const KindSet asked = read_kinds(output.aggregate.kind);
    for (const auto& [variable, kinds] : wanted_texts(output.arguments, asked, {child.get()})) read[variable] |= kinds;
  }
  child = readable(std::move(child), read);
  always.one = group.implicit && !always.of;
  const bool is_one = columns.keys.empty();
  auto grouped =
      std::make_unique<Group>(std::move(child), std::move(columns.keys), std::move(columns.solution),
                              std::move(columns.outputs), std::move(always), merge, options_.choices.grouping);
  grouped->estimated_rows = is_one ? 1 : std::max(1.0, rows / 4);
  return grouped;
}

// The child with a column for each key that is an expression, and for each argument that a DISTINCT compares: terms
// that are equal by identity.
OperatorPtr Planner::with_group_terms(OperatorPtr child, const parser::Group& group, GroupColumns& columns,
                                      const PatternScope& scope) {
  const auto extend = [&](VariableId variable, const parser::Expression& expression) {
    parser::Expression plain = without_exists(expression, child, scope);
    const double rows = child->estimated_rows;
    const auto read = wanted_texts({plain}, kNothing, {child.get()});
    child = readable(std::move(child), read);
    child = std::make_unique<Extend>(std::move(child), variable, std::move(plain));
    child->estimated_rows = rows;
    options_.watch.see(*child);
  };
  for (const auto& key : group.keys) {
    if (key.expression) extend(key.variable, *key.expression);
  }
  std::vector<VariableId> compared = columns.keys;
  for (auto& output : columns.outputs) {
    for (auto& argument : output.arguments) {
      if (output.aggregate.distinct && argument.kind != parser::ExpressionKind::variable) {
        const VariableId variable = new_variable(".argument" + std::to_string(variables_.size()));
        extend(variable, argument);
        argument = parser::Expression();
        argument.kind = parser::ExpressionKind::variable;
        argument.variable = variable;
      } else if (has_exists(argument)) {
        argument = without_exists(argument, child, scope);
      }
      if (output.aggregate.distinct) compared.push_back(argument.variable);
    }
  }
  compared.insert(compared.end(), columns.solution.begin(), columns.solution.end());
  return canonical(std::move(child), compared);
}

// Brings the rows of each group to one image. True: they stay where they are, and the groups of all images are merged.
// `every_table`: a row for each graph and each outer solution, which goes where their groups are; may be nullptr.
bool Planner::spread_groups(OperatorPtr& child, OperatorPtr& every_table, const parser::Group& group,
                            const GroupColumns& columns) const {
  const Schema& schema = child->schema();
  if (options_.team_size == 1 || schema.distribution == Distribution::first()) {
    if (every_table) every_table = gathered(std::move(every_table));
    return false;
  }
  std::vector<VariableId> present;
  for (const VariableId key : columns.keys) {
    if (schema.has(key)) present.push_back(key);
  }
  if (every_table) {
    child = std::make_unique<Exchange>(std::move(child), columns.keys);
    every_table = std::make_unique<Exchange>(std::move(every_table), columns.keys);
    return false;
  }
  if (!present.empty()) {
    const bool together = schema.distribution.kind == Distribution::Kind::by &&
                          std::find(present.begin(), present.end(), schema.distribution.variable) != present.end();
    if (!together) child = std::make_unique<Exchange>(std::move(child), present);
    return false;
  }
  if (group.implicit && !columns.any_distinct) return true;
  // Where each image has all rows of its values, the results are merged as if they were not distinct.
  const bool may_merge = group.implicit && options_.choices.grouping == Grouping::by_order;
  const auto value = may_merge ? only_value(columns.outputs, schema) : std::nullopt;
  if (value && schema.distribution == Distribution::by(*value)) return true;
  child = gathered(std::move(child));
  return false;
}

OperatorPtr Planner::plan_project(const parser::Project& project, const PatternScope& scope,
                                  std::optional<std::uint64_t> limit) {
  VariableSet wanted;
  std::vector<VariableId> columns = project.variables;
  for (const VariableId key : scope.keys()) columns.push_back(key);
  for (const VariableId variable : columns) wanted.add(variable);
  OperatorPtr child;
  if (const auto* order = std::get_if<parser::OrderBy>(&project.child->node)) {
    child = plan_order(*order, scope, wanted, limit);
  } else {
    child = plan_in(*project.child, scope, wanted);
  }
  child = keyed(std::move(child), scope);
  const double rows = child->estimated_rows;
  auto projected = std::make_unique<Project>(std::move(child), columns);
  projected->estimated_rows = rows;
  return projected;
}

OperatorPtr Planner::plan_order(const parser::OrderBy& order, const PatternScope& scope, const VariableSet& wanted,
                                std::optional<std::uint64_t> limit) {
  VariableSet inside = wanted;
  for (const auto& key : order.keys) inside.add(variables_of(key.expression));
  OperatorPtr child = plan_in(*order.child, scope, inside);
  std::vector<parser::OrderBy::Key> keys = order.keys;
  for (auto& key : keys) key.expression = without_exists(key.expression, child, scope);
  const double rows = limit ? std::min(child->estimated_rows, static_cast<double>(*limit)) : child->estimated_rows;
  const auto sort = [&] {
    WantedTexts::Kinds read;
    for (const auto& key : keys) {
      const KindSet asked = Sort::read_kinds(key.expression, child->schema(), dictionary_);
      for (const auto& [variable, kinds] : wanted_texts({key.expression}, asked, {child.get()}))
        read[variable] |= kinds;
    }
    child = readable(std::move(child), read);
    child = std::make_unique<Sort>(std::move(child), keys, limit);
    child->estimated_rows = rows;
  };
  const bool spread = options_.team_size > 1 && child->schema().distribution != Distribution::first();
  if (spread && limit) sort();  // each image's first rows, before they are moved
  child = gathered(std::move(child));
  sort();
  return child;
}

OperatorPtr Planner::plan_slice(const parser::Slice& slice, const PatternScope& scope, const VariableSet& wanted) {
  if (!scope.keys().empty()) return plan_slice_each(slice, scope, wanted);
  std::optional<std::uint64_t> rows = slice.limit;
  if (rows) rows = *rows + std::min(slice.offset, ~std::uint64_t{0} - *rows);
  OperatorPtr child;
  if (const auto* project = std::get_if<parser::Project>(&slice.child->node)) {
    child = plan_project(*project, scope, rows);
  } else if (const auto* order = std::get_if<parser::OrderBy>(&slice.child->node)) {
    child = plan_order(*order, scope, wanted, rows);
  } else {
    child = plan_in(*slice.child, scope, wanted);
  }
  const double estimate = child->estimated_rows;
  auto sliced = std::make_unique<Slice>(std::move(child), slice.offset, slice.limit);
  sliced->estimated_rows = slice.limit ? std::min(estimate, static_cast<double>(*slice.limit)) : estimate;
  return sliced;
}

// One table for each graph and each outer solution; each is sliced separately.
OperatorPtr Planner::plan_slice_each(const parser::Slice& slice, const PatternScope& scope, const VariableSet& wanted) {
  const std::vector<VariableId> keys = scope.keys();
  OperatorPtr child = keyed(visit(*slice.child, scope, wanted), scope);
  const double rows = child->estimated_rows;
  if (options_.team_size > 1 && child->schema().distribution != Distribution::first()) {
    child = std::make_unique<Exchange>(std::move(child), keys);
  }
  auto sliced = std::make_unique<SliceEach>(std::move(child), keys, slice.offset, slice.limit);
  sliced->estimated_rows = rows;
  return sliced;
}

}  // namespace quadrille::query
