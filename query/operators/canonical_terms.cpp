#include "query/operators/canonical_terms.hpp"

namespace quadrille::query {

Schema CanonicalTerms::schema_of(const Schema& child, const std::vector<VariableId>& variables) {
  Schema schema = child;
  for (const VariableId variable : variables) {
    ColumnInfo& column = schema.columns[*schema.column_of(variable)];
    column.was_local = column.was_local || column.maybe_local;
    column.maybe_local = false;
    column.texts = Texts::elsewhere;  // ids change
  }
  return schema;
}

CanonicalTerms::CanonicalTerms(OperatorPtr child, std::vector<VariableId> variables, int team_size)
    : UnaryOperator(schema_of(child->schema(), variables), team_size > 1 || child->collective(), std::move(child)) {
  for (const VariableId variable : variables) columns_.push_back(*schema_.column_of(variable));
}

Details CanonicalTerms::details(const PlanWords& words) const {
  std::vector<VariableId> made;
  for (const std::size_t column : columns_) made.push_back(schema_.columns[column].variable);
  return {{"columns", words.variables(made)}};
}

bool CanonicalTerms::do_next(Context& context, Table& out) {
  bool more = child_->next(context, out);
  if (collective() && !child_->collective()) more = context.team.any(more);
  if (!more) return false;
  for (const std::size_t column : columns_) context.dictionary.make_canonical(out.column(column));
  return true;
}

}  // namespace quadrille::query
