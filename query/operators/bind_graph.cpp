#include "query/operators/bind_graph.hpp"

#include <algorithm>

namespace quadrille::query {

Schema BindGraph::schema_of(const Schema& from, VariableId hidden, VariableId variable) {
  Schema schema;
  schema.distribution = from.distribution;
  schema.sorted_by = from.sorted_by;
  for (const ColumnInfo& column : from.columns) {
    if (column.variable == hidden || column.variable == variable) continue;
    schema.columns.push_back(column);
  }
  schema.columns.push_back({variable});
  std::replace(schema.sorted_by.begin(), schema.sorted_by.end(), hidden, variable);
  if (schema.distribution == Distribution::by(hidden)) schema.distribution = Distribution::by(variable);
  return schema;
}

BindGraph::BindGraph(OperatorPtr child, VariableId hidden, VariableId variable)
    : Pipe(schema_of(child->schema(), hidden, variable), std::move(child)),
      hidden_(*child_->schema().column_of(hidden)),
      bound_(child_->schema().column_of(variable)) {
  for (std::size_t column = 0; column + 1 < schema_.columns.size(); ++column) {
    sources_.push_back(*child_->schema().column_of(schema_.columns[column].variable));
  }
  sources_.push_back(hidden_);
}

Details BindGraph::details(const PlanWords& words) const {
  return {{"variable", words.variable(schema_.columns.back().variable)}};
}

void BindGraph::begin(Context&, Table& input) {
  input_ = &input;
}

bool BindGraph::emit(Context&, Table& out) {
  const Table& input = *input_;
  picked_.clear();
  for (std::uint32_t row = 0; row < input.rows(); ++row) {
    const Huri own = bound_ ? input.column(*bound_)[row] : kUnbound;
    if (own.is_unbound() || own == input.column(hidden_)[row]) picked_.push_back(row);
  }
  out.resize(picked_.size());
  for (std::size_t column = 0; column < sources_.size(); ++column) {
    const auto from = input.column(sources_[column]);
    std::transform(picked_.begin(), picked_.end(), out.column(column).begin(),
                   [&](std::uint32_t row) { return from[row]; });
  }
  return false;
}

}  // namespace quadrille::query
