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

OperatorPtr Planner::plan_group(const parser::Group& group, const PatternScope& scope) {
  VariableSet made;
  for (const auto& key : group.keys) {
    if (key.expression) made.add(key.variable);
  }
  for (const auto& output : group.outputs) made.add(output.variable);
  if (scope.seen.meets(made)) return with_outer_bindings(plan_group(group, scope.hiding(made)), scope);
  VariableSet wanted;
  std::vector<VariableId> keys;
  for (const auto& key : group.keys) {
    keys.push_back(key.variable);
    key.expression ? wanted.add(variables_of(*key.expression)) : wanted.add(key.variable);
  }
  // One group, or set of groups, for each graph and each outer solution.
  const std::vector<VariableId> tables = scope.keys();
  for (const VariableId key : tables) keys.push_back(key), wanted.add(key);
  bool any_distinct = false;
  std::vector<VariableId> solution;  // what COUNT(DISTINCT *) compares
  std::vector<parser::Group::Output> outputs = group.outputs;
  const VariableSet bound = certain_in(*group.child);
  for (auto& output : outputs) {
    if (counts_every_row(output, bound)) {
      output.arguments.clear();
      output.aggregate.star = true;
    }
    for (const auto& argument : output.arguments) wanted.add(variables_of(argument));
    if (output.aggregate.star && output.aggregate.distinct && solution.empty()) {
      for (const VariableId variable : scope_of(*group.child).list()) {
        if (is_named(variable)) solution.push_back(variable), wanted.add(variable);
      }
    }
    any_distinct = any_distinct || output.aggregate.distinct;
  }
  OperatorPtr child = plan_grouped_keys(group, outputs, scope);
  if (!child) child = keyed(plan_together(*group.child, scope, wanted, wanted_together(keys, outputs)), scope);
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
  // DISTINCT compares terms: its arguments become columns of terms that are equal by identity.
  std::vector<VariableId> compared = keys;
  for (auto& output : outputs) {
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
  compared.insert(compared.end(), solution.begin(), solution.end());
  child = canonical(std::move(child), compared);

  bool merge = false;
  OperatorPtr every_table;  // each has its group, even without solutions
  if (group.implicit && !tables.empty()) every_table = unit(scope);
  const Schema& schema = child->schema();
  const double rows = child->estimated_rows;
  if (options_.team_size > 1 && schema.distribution != Distribution::first()) {
    std::vector<VariableId> present;
    for (const VariableId key : keys) {
      if (schema.has(key)) present.push_back(key);
    }
    const bool together = schema.distribution.kind == Distribution::Kind::by &&
                          std::find(present.begin(), present.end(), schema.distribution.variable) != present.end();
    if (every_table) {
      child = std::make_unique<Exchange>(std::move(child), keys);
      every_table = std::make_unique<Exchange>(std::move(every_table), keys);
    } else if (!present.empty()) {
      if (!together) child = std::make_unique<Exchange>(std::move(child), present);
    } else if (!group.implicit) {
      child = gathered(std::move(child));
    } else if (any_distinct) {
      // Each image has all rows of its values, so the results are merged as if they were not distinct.
      const auto value = options_.choices.grouping == Grouping::by_order ? only_value(outputs, schema) : std::nullopt;
      merge = value && schema.distribution == Distribution::by(*value);
      if (!merge) child = gathered(std::move(child));
    } else {
      merge = true;
    }
  } else if (every_table) {
    every_table = gathered(std::move(every_table));
  }
  WantedTexts::Kinds read;
  for (const auto& output : outputs) {
    const KindSet asked = read_kinds(output.aggregate.kind);
    for (const auto& [variable, kinds] : wanted_texts(output.arguments, asked, {child.get()})) read[variable] |= kinds;
  }
  child = readable(std::move(child), read);
  Group::Always always;
  if (every_table) {
    always.of = std::move(every_table);
  } else if (group.implicit) {
    always.one = true;
  }
  auto grouped = std::make_unique<Group>(std::move(child), keys, std::move(solution), std::move(outputs),
                                         std::move(always), merge, options_.choices.grouping);
  grouped->estimated_rows = keys.empty() ? 1 : std::max(1.0, rows / 4);
  return grouped;
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
