#include "query/operators/slice_each.hpp"

namespace quadrille::query {

SliceEach::SliceEach(OperatorPtr child, std::vector<VariableId> keys, std::uint64_t offset,
                     std::optional<std::uint64_t> limit)
    : Pipe(child->schema(), std::move(child)), keys_(std::move(keys)), offset_(offset), limit_(limit) {}

Details SliceEach::details(const PlanWords& words) const {
  Details details{{"each", words.variables(keys_)}};
  if (offset_ > 0) details.emplace_back("offset", std::to_string(offset_));
  if (limit_) details.emplace_back("limit", std::to_string(*limit_));
  return details;
}

void SliceEach::do_open(Context& context) {
  Pipe::do_open(context);
  std::vector<std::size_t> columns;
  for (const VariableId key : keys_) columns.push_back(*schema_.column_of(key));
  tables_ = std::make_unique<RowSet>(context.arena, std::move(columns));
}

bool SliceEach::emit(Context& context, Table& out) {
  picked_.clear();
  for (std::uint32_t row = 0; row < input_->rows(); ++row) {
    const auto [table, is_new] = tables_->add(*input_, row);
    if (is_new) context.arena.charge(sizeof seen_.front()), seen_.push_back(0);
    const std::uint64_t place = seen_[table]++;
    if (place >= offset_ && (!limit_ || place - offset_ < *limit_)) picked_.push_back(row);
  }
  out.append(*input_, picked_);
  return false;
}

}  // namespace quadrille::query
