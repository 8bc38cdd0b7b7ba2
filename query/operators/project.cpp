#include "query/operators/project.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

using Columns = std::vector<std::pair<VariableId, VariableId>>;

Columns unchanged(const std::vector<VariableId>& variables) {
  Columns columns;
  for (const VariableId variable : variables) columns.emplace_back(variable, variable);
  return columns;
}

}  // namespace

Schema Project::schema_of(const Schema& from, const Columns& columns) {
  Schema schema;
  schema.distribution = from.distribution;
  const auto new_name = [&](VariableId variable) -> std::optional<VariableId> {
    for (const auto& [name, source] : columns) {
      if (source == variable) return name;
    }
    return std::nullopt;
  };
  for (const auto& [name, source] : columns) {
    const auto column = from.column_of(source);
    ColumnInfo info = column ? from.columns[*column] : ColumnInfo{name, true};
    info.variable = name;
    schema.columns.push_back(info);
  }
  if (schema.distribution.kind == Distribution::Kind::by) {
    const auto name = new_name(schema.distribution.variable);
    schema.distribution = name ? Distribution::by(*name) : Distribution::anyhow();
  }
  for (const VariableId variable : from.sorted_by) {
    const auto name = new_name(variable);
    if (!name) break;
    schema.sorted_by.push_back(*name);
  }
  return schema;
}

Project::Project(OperatorPtr child, Columns columns) : Pipe(schema_of(child->schema(), columns), std::move(child)) {
  for (const auto& [name, source] : columns) sources_.push_back(child_->schema().column_of(source));
}

Project::Project(OperatorPtr child, const std::vector<VariableId>& variables)
    : Project(std::move(child), unchanged(variables)) {}

Details Project::details(const PlanWords& words) const {
  return {{"columns", words.columns(schema_)}};
}

void Project::begin(Context&, Table& input) {
  input_ = &input;
}

bool Project::emit(Context&, Table& out) {
  out.resize(input_->rows());
  for (std::size_t column = 0; column < sources_.size(); ++column) {
    const auto to = out.column(column);
    if (sources_[column]) {
      const auto from = std::as_const(*input_).column(*sources_[column]);
      std::copy(from.begin(), from.end(), to.begin());
    } else {
      std::fill(to.begin(), to.end(), kUnbound);
    }
  }
  return false;
}

}  // namespace quadrille::query
