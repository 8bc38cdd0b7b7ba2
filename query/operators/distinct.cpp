#include "query/operators/distinct.hpp"

#include <numeric>

namespace quadrille::query {

Distinct::Distinct(OperatorPtr child, Grouping grouping) : Pipe(child->schema(), std::move(child)) {
  std::vector<VariableId> all;
  for (const ColumnInfo& column : schema_.columns) all.push_back(column.variable);
  if (grouping == Grouping::by_order) run_columns_ = run_columns(schema_, all);
}

Details Distinct::details(const PlanWords& words) const {
  Details details{{"columns", words.columns(schema_)}};
  if (run_columns_) details.emplace_back("rows", "sorted");
  return details;
}

void Distinct::do_open(Context& context) {
  Pipe::do_open(context);
  if (run_columns_) {
    runs_ = std::make_unique<KeyRuns>(*run_columns_, context.snapshot.shards());
    return;
  }
  std::vector<std::size_t> all(schema_.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  seen_ = std::make_unique<RowSet>(context.arena, std::move(all));
}

void Distinct::begin(Context&, Table& input) {
  input_ = &input;
}

bool Distinct::emit(Context&, Table& out) {
  if (runs_) {
    out.append(*input_, runs_->find(*input_));
    return false;
  }
  picked_.clear();
  for (std::uint32_t row = 0; row < input_->rows(); ++row) {
    if (seen_->add(*input_, row).second) picked_.push_back(row);
  }
  out.append(*input_, picked_);
  return false;
}

}  // namespace quadrille::query
