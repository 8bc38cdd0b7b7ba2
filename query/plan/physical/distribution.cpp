#include "query/plan/physical/distribution.hpp"

#include <algorithm>

#include "query/operators/canonical_terms.hpp"
#include "query/operators/distinct.hpp"
#include "query/operators/exchange_operator.hpp"
#include "query/operators/fetch_terms.hpp"
#include "query/operators/project.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/table/join_shape.hpp"

namespace quadrille::query {

namespace {

bool is_distinct(const logical::Group& group) {
  return std::any_of(group.outputs.begin(), group.outputs.end(),
                     [](const auto& output) { return output.aggregate.distinct; });
}

// The variables that every DISTINCT of a group compares, which all rows with equal values of them must share an image
// for; nullopt if they differ. Empty if there is no DISTINCT, or only one of unbound values.
std::optional<std::vector<VariableId>> compared_by_all(const logical::Group& group, const Schema& schema) {
  std::optional<std::vector<VariableId>> all;
  for (const auto& output : group.outputs) {
    if (!output.aggregate.distinct) continue;
    std::vector<VariableId> compared;
    if (output.argument) compared.push_back(output.argument->variable);
    if (!output.argument) compared = group.solution;
    const auto is_absent = [&](VariableId variable) { return !schema.has(variable); };
    compared.erase(std::remove_if(compared.begin(), compared.end(), is_absent), compared.end());
    if (!output.argument && compared.empty()) return std::nullopt;  // counts one solution of all images
    if (all && *all != compared) return std::nullopt;
    all = std::move(compared);
  }
  return all ? std::move(all) : std::vector<VariableId>();
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
    if (planning.options.choices.grouping == Grouping::by_order && !all.empty()) {
      child = std::make_unique<Distinct>(std::move(child), Grouping::by_order, Copies::fewer);
    }
    child = all.empty() ? gathered(planning, std::move(child)) : moved_by_keys(std::move(child), std::move(all));
  }
  return std::make_unique<Distinct>(std::move(child), planning.options.choices.grouping);
}

namespace {

// Makes groups mergeable: rows with equal values of `compared` come to one image.
OperatorPtr moved_for_distinct(const Planning& planning, OperatorPtr child, const logical::Group& group,
                               const std::vector<VariableId>& keys, const std::vector<VariableId>& compared) {
  const Distribution& now = child->schema().distribution;
  const auto has = [](const std::vector<VariableId>& all, VariableId one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  };
  if (compared.empty() || (now.kind == Distribution::Kind::by && has(compared, now.variable))) return child;
  const bool only_distinct = std::all_of(group.outputs.begin(), group.outputs.end(),
                                         [](const auto& output) { return output.aggregate.distinct; });
  if (only_distinct) {
    std::vector<VariableId> read = keys;
    for (const VariableId variable : compared) {
      if (!has(read, variable)) read.push_back(variable);
    }
    if (read.size() < child->schema().columns.size()) child = std::make_unique<Project>(std::move(child), read);
    child = std::make_unique<Distinct>(std::move(child), Grouping::by_order, Copies::fewer);
  }
  if (compared.size() == 1) return moved(planning, std::move(child), Distribution::by(compared.front()));
  return moved_by_keys(std::move(child), compared);
}

}  // namespace

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
  std::vector<VariableId> keys;
  for (const VariableId key : group.keys) {
    if (schema.has(key)) keys.push_back(key);
  }
  const bool together = schema.distribution.kind == Distribution::Kind::by &&
                        std::find(keys.begin(), keys.end(), schema.distribution.variable) != keys.end();
  if (together) return false;
  const auto compared = compared_by_all(group, schema);
  const bool may_merge = !keys.empty() || group.implicit;
  if (may_merge && compared && planning.options.choices.grouping == Grouping::by_order) {
    child = moved_for_distinct(planning, std::move(child), group, keys, *compared);
    return true;
  }
  if (group.implicit && !is_distinct(group)) return true;
  child = keys.empty() ? gathered(planning, std::move(child)) : moved_by_keys(std::move(child), std::move(keys));
  return false;
}

}  // namespace quadrille::query
