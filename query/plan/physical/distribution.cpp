#include "query/plan/physical/distribution.hpp"

#include <algorithm>

#include "query/operators/canonical_terms.hpp"
#include "query/operators/distinct.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/operators/fetch_terms.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/table/join_shape.hpp"

namespace quadrille::query {

namespace {

// The only variable that all DISTINCT compare.
std::optional<VariableId> only_value(const logical::Group& group, const Schema& schema) {
  std::optional<VariableId> value;
  for (const auto& output : group.outputs) {
    if (!output.aggregate.distinct) continue;
    if (!output.argument) return std::nullopt;
    const VariableId variable = output.argument->variable;
    if (!schema.has(variable) || (value && *value != variable)) return std::nullopt;
    value = variable;
  }
  return value;
}

}  // namespace

OperatorPtr moved(const Planning& planning, OperatorPtr child, Distribution to) {
  if (planning.options.team_size == 1 || child->schema().distribution == to) return child;
  return std::make_unique<Exchange>(std::move(child), to);
}

OperatorPtr gathered(const Planning& planning, OperatorPtr child) {
  return moved(planning, std::move(child), Distribution::first());
}

OperatorPtr moved_by_keys(OperatorPtr child, std::vector<VariableId> keys) {
  return std::make_unique<Exchange>(std::move(child), std::move(keys));
}

std::optional<VariableId> meet(const Planning& planning, OperatorPtr& left, OperatorPtr& right) {
  const Schema &l = left->schema(), &r = right->schema();
  if (planning.options.team_size == 1) return std::nullopt;
  if (l.distribution == Distribution::first() && r.distribution == Distribution::first()) return std::nullopt;
  const JoinShape shape(l, r);
  if (shape.keys.empty() || right->estimated_rows < cost::kReplicateRows) {
    right = moved(planning, std::move(right), Distribution::replicated());
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
  const bool in_parts = !planning.is_apart() && shape.loose.empty() && (!of_left || (of_right && of_right != of_left));
  const VariableId variable = in_parts && of_right ? *of_right
                              : of_left            ? *of_left
                              : of_right           ? *of_right
                                                   : l.columns[shape.keys.front().first].variable;
  right = moved(planning, std::move(right), Distribution::by(variable));
  if (in_parts) return variable;
  left = moved(planning, std::move(left), Distribution::by(variable));
  return std::nullopt;
}

OperatorPtr canonical(const Planning& planning, OperatorPtr child, std::span<const VariableId> variables) {
  std::vector<VariableId> local;
  for (const VariableId variable : variables) {
    const auto column = child->schema().column_of(variable);
    if (column && child->schema().columns[*column].maybe_local) local.push_back(variable);
  }
  if (local.empty()) return child;
  return std::make_unique<CanonicalTerms>(std::move(child), std::move(local), planning.options.team_size);
}

WantedTexts::Kinds wanted_texts(const Planning& planning, const logical::Conditions& expressions, KindSet asked,
                                std::initializer_list<const Operator*> inputs) {
  if (planning.dictionary.is_all_here()) return {};
  WantedTexts wanted(
      [&](VariableId variable) {
        return std::any_of(inputs.begin(), inputs.end(), [&](const Operator* input) {
          const auto column = input->schema().column_of(variable);
          return column && input->schema().columns[*column].maybe_volatile();
        });
      },
      [&](TermView term) { return !planning.dictionary.find_known(term).is_unbound(); },
      planning.dictionary.has_delta());
  for (const parser::Expression* expression : expressions) wanted.add(*expression, asked);
  return wanted.kinds();
}

OperatorPtr readable(const Planning& planning, OperatorPtr child, const WantedTexts::Kinds& wanted, Texts texts) {
  if (planning.dictionary.is_all_here()) return child;
  std::vector<FetchTerms::Column> columns;
  for (const ColumnInfo& column : child->schema().columns) {
    if (!planning.dictionary.is_spread() && !column.maybe_volatile()) continue;
    const auto kinds = wanted.find(column.variable);
    if (kinds != wanted.end() && column.texts < texts) columns.push_back({column.variable, kinds->second});
  }
  if (columns.empty()) return child;
  return std::make_unique<FetchTerms>(std::move(child), columns, texts);
}

OperatorPtr readable(const Planning& planning, OperatorPtr child) {
  WantedTexts::Kinds all;
  for (const ColumnInfo& column : child->schema().columns) all[column.variable] = kAllKinds;
  return readable(planning, std::move(child), all);
}

OperatorPtr distinct(const Planning& planning, OperatorPtr child) {
  std::vector<VariableId> all;
  for (const ColumnInfo& column : child->schema().columns) all.push_back(column.variable);
  child = canonical(planning, std::move(child), all);
  const Schema& schema = child->schema();
  const bool together =
      schema.distribution.kind == Distribution::Kind::first ||
      (schema.distribution.kind == Distribution::Kind::by && schema.has(schema.distribution.variable));
  if (planning.options.team_size > 1 && !together) {
    child = all.empty() ? gathered(planning, std::move(child)) : moved_by_keys(std::move(child), std::move(all));
  }
  return std::make_unique<Distinct>(std::move(child), planning.options.choices.grouping);
}

bool spread_groups(const Planning& planning, OperatorPtr& child, OperatorPtr& every, const logical::Group& group) {
  const Schema& schema = child->schema();
  if (planning.options.team_size == 1 || schema.distribution == Distribution::first()) {
    if (every) every = gathered(planning, std::move(every));
    return false;
  }
  if (every) {
    child = moved_by_keys(std::move(child), group.keys);
    every = moved_by_keys(std::move(every), group.keys);
    return false;
  }
  std::vector<VariableId> present;
  for (const VariableId key : group.keys) {
    if (schema.has(key)) present.push_back(key);
  }
  if (!present.empty()) {
    const bool together = schema.distribution.kind == Distribution::Kind::by &&
                          std::find(present.begin(), present.end(), schema.distribution.variable) != present.end();
    if (!together) child = moved_by_keys(std::move(child), std::move(present));
    return false;
  }
  const bool any_distinct = std::any_of(group.outputs.begin(), group.outputs.end(),
                                        [](const auto& output) { return output.aggregate.distinct; });
  if (group.implicit && !any_distinct) return true;
  // Where each image has all rows of its values, the results are merged as if they were not distinct.
  const bool may_merge = group.implicit && planning.options.choices.grouping == Grouping::by_order;
  const auto value = may_merge ? only_value(group, schema) : std::nullopt;
  if (value && schema.distribution == Distribution::by(*value)) return true;
  child = gathered(planning, std::move(child));
  return false;
}

}  // namespace quadrille::query
