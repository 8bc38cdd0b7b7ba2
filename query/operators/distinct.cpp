#include "query/operators/distinct.hpp"

#include <numeric>

namespace quadrille::query {

namespace {

// With Copies::fewer:
constexpr std::size_t kFirstLook = 8192;
constexpr std::size_t kMostRemembered = 65536;

}  // namespace

Distinct::Distinct(OperatorPtr child, Grouping grouping, Copies copies)
    : Pipe(child->schema(), std::move(child)), copies_(copies) {
  std::vector<VariableId> all;
  for (const ColumnInfo& column : schema_.columns) all.push_back(column.variable);
  if (grouping == Grouping::by_order) run_columns_ = run_columns(schema_, all);
}

Details Distinct::details(const PlanWords& words) const {
  Details details{{"columns", words.columns(schema_)}};
  if (run_columns_) details.emplace_back("rows", "sorted");
  if (copies_ == Copies::fewer) details.emplace_back("copies", "fewer, before rows move");
  return details;
}

void Distinct::do_open(Context& context) {
  Pipe::do_open(context);
  if (run_columns_) {
    runs_ = std::make_unique<KeyRuns>(*run_columns_, context.data.shards());
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
  if (passes_all_) {
    out.append(*input_);
    return false;
  }
  picked_.clear();
  for (std::uint32_t row = 0; row < input_->rows(); ++row) {
    if (seen_->add(*input_, row).second) picked_.push_back(row);
  }
  out.append(*input_, picked_);
  rows_since_ += input_->rows();
  if (copies_ == Copies::fewer) look_back();
  return false;
}

void Distinct::look_back() {
  const std::size_t different = seen_->rows().rows();
  if (is_first_look_ && different >= kFirstLook) {
    is_first_look_ = false;
    passes_all_ = different > rows_since_ / 20 * 19;
  }
  if (different < kMostRemembered) return;
  passes_all_ = different > rows_since_ / 4 * 3;
  rows_since_ = 0;
  seen_->clear();
}

}  // namespace quadrille::query
