#include "query/operators/bind_join_rows.hpp"

#include <algorithm>
#include <utility>

#include "dictionary/inline_term.hpp"

namespace quadrille::query {

BindJoinRows::BindJoinRows(OperatorPtr child) : child_(std::move(child)), schema_(child_->schema()) {
  schema_.outlive_chunks();
}

void BindJoinRows::add_endpoint(VariableId endpoint, VariableId hidden) {
  endpoints_.push_back(endpoint);
  ColumnInfo column = schema_.columns[*schema_.column_of(endpoint)];
  column.variable = hidden;
  column.maybe_unbound = false;
  schema_.columns.push_back(column);
}

Huri BindJoinRows::no_endpoint() {
  return *inline_huri(TermView::literal("false", iri::kXsdBoolean));
}

void BindJoinRows::fill(Context& context) {
  if (rows_) return;
  child_->open(context);
  const std::size_t width = child_->schema().columns.size();
  rows_ = std::make_unique<Table>(context.arena, schema_.columns.size());
  for_each_chunk(context, *child_, [&](const Table& chunk) { rows_->append(chunk); });
  for (std::size_t number = 0; number < endpoints_.size(); ++number) {
    const auto from = rows_->column(*schema_.column_of(endpoints_[number]));
    std::transform(from.begin(), from.end(), rows_->column(width + number).begin(),
                   [](Huri huri) { return huri.is_unbound() ? no_endpoint() : huri; });
  }
}

BindJoinInput::BindJoinInput(std::shared_ptr<BindJoinRows> rows) : BindJoinInput(rows, rows->schema()) {}

BindJoinInput::BindJoinInput(std::shared_ptr<BindJoinRows> rows, Schema schema)
    : Operator(std::move(schema), false), rows_(std::move(rows)) {
  estimated_rows = rows_->child().estimated_rows;
  for (const ColumnInfo& column : schema_.columns) columns_.push_back(*rows_->schema().column_of(column.variable));
}

void BindJoinInput::do_open(Context& context) {
  rows_->fill(context);
  next_row_ = 0;
}

bool BindJoinInput::do_next(Context& context, Table& out) {
  const Table& kept = rows_->rows();
  const std::size_t rows = std::min(kept.rows() - next_row_, context.chunk_rows);
  if (rows == 0) return false;
  out.append_slice(kept, columns_, next_row_, rows);
  next_row_ += rows;
  return true;
}

Schema BindJoinValues::schema_of(const Schema& rows, const std::vector<VariableId>& variables) {
  Schema schema;
  for (const VariableId variable : variables) schema.columns.push_back(rows.columns[*rows.column_of(variable)]);
  const bool spread_by_other =
      rows.distribution.kind == Distribution::Kind::by && !schema.has(rows.distribution.variable);
  schema.distribution = spread_by_other ? Distribution::anyhow() : rows.distribution;
  return schema;
}

BindJoinValues::BindJoinValues(const std::shared_ptr<BindJoinRows>& rows, const std::vector<VariableId>& variables)
    : BindJoinInput(rows, schema_of(rows->schema(), variables)) {
  collective_open_ = BindJoinInput::children().front()->is_collective_anywhere();
}

Details BindJoinValues::details(const PlanWords& words) const {
  return {{"variables", words.columns(schema_)}};
}

}  // namespace quadrille::query
