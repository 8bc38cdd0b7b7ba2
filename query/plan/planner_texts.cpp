// Adds FetchTerms where operators read terms of other groups of images.

#include "query/operators/fetch_terms.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

// The texts that these expressions may read of the columns of `inputs`; `asked`: the kinds that are read of their
// values.
WantedTexts::Kinds Planner::wanted_texts(const Conditions& expressions, KindSet asked,
                                         std::initializer_list<const Operator*> inputs) const {
  WantedTexts wanted(
      [&](VariableId variable) {
        for (const Operator* input : inputs) {
          const auto column = input->schema().column_of(variable);
          if (column && input->schema().columns[*column].maybe_volatile()) return true;
        }
        return false;
      },
      [&](TermView term) { return !dictionary_.find_known(term).is_unbound(); }, dictionary_.has_delta());
  for (const parser::Expression& expression : expressions) wanted.add(expression, asked);
  return wanted.kinds();
}

OperatorPtr Planner::readable(OperatorPtr child, const WantedTexts::Kinds& wanted, Texts texts) const {
  if (!dictionary_.is_spread()) return child;
  std::vector<FetchTerms::Column> columns;
  for (const ColumnInfo& column : child->schema().columns) {
    const auto kinds = wanted.find(column.variable);
    if (kinds != wanted.end() && column.texts < texts) columns.push_back({column.variable, kinds->second});
  }
  if (columns.empty()) return child;
  const double rows = child->estimated_rows;
  auto fetching = std::make_unique<FetchTerms>(std::move(child), columns, texts);
  fetching->estimated_rows = rows;
  return fetching;
}

OperatorPtr Planner::readable(OperatorPtr child) const {
  WantedTexts::Kinds all;
  for (const ColumnInfo& column : child->schema().columns) all[column.variable] = kAllKinds;
  return readable(std::move(child), all);
}

}  // namespace quadrille::query
