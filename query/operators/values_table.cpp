#include "query/operators/values_table.hpp"

#include <algorithm>

namespace quadrille::query {

Schema ValuesTable::schema_of(const std::vector<VariableId>& variables, const std::vector<Huri>& cells,
                              bool maybe_local, Distribution distribution) {
  Schema schema;
  schema.distribution = distribution;
  for (std::size_t column = 0; column < variables.size(); ++column) {
    bool unbound = false;
    for (std::size_t cell = column; cell < cells.size(); cell += variables.size()) unbound |= cells[cell].is_unbound();
    schema.columns.push_back({variables[column], unbound, maybe_local});
  }
  return schema;
}

ValuesTable::ValuesTable(std::vector<VariableId> variables, std::vector<Huri> cells, std::size_t rows, bool maybe_local,
                         Distribution distribution)
    : Operator(schema_of(variables, cells, maybe_local, distribution), false), cells_(std::move(cells)), rows_(rows) {
  estimated_rows = static_cast<double>(rows);
}

Details ValuesTable::details(const PlanWords& words) const {
  Details details;
  if (!schema_.columns.empty()) details.emplace_back("columns", words.columns(schema_));
  details.emplace_back("rows", std::to_string(rows_));
  return details;
}

bool ValuesTable::do_next(Context& context, Table& out) {
  if (schema_.distribution == Distribution::first() && !context.team.is_first()) return false;
  const std::size_t rows = std::min(rows_ - next_row_, context.chunk_rows), width = schema_.columns.size();
  if (rows == 0) return false;
  out.resize(rows);
  for (std::size_t column = 0; column < width; ++column) {
    for (std::size_t row = 0; row < rows; ++row) out.column(column)[row] = cells_[(next_row_ + row) * width + column];
  }
  next_row_ += rows;
  return true;
}

}  // namespace quadrille::query
